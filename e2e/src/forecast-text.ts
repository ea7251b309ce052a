/**
 * Matches the forecast in the dialog that starts a campaign. The arguments are, for example, `12 people` and `2 accounts`. In sandbox mode,
 * a day lasts only about 14 minutes, so the forecast for a short campaign can say "about 2 days of sending".
 */
export function forecastText(people: string, accounts: string): RegExp {
  return new RegExp(
    `${people} to message\\. With ${accounts}, this (?:takes about 2 days of sending and )?finishes around`,
    'u',
  );
}
