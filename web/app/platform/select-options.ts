export type SelectOption<Value extends string> = { readonly value: Value; readonly label: string };

/** Returns an option for each label, in the order of the labels. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>): SelectOption<Value>[] {
  const options: SelectOption<Value>[] = [];
  for (const value in labels) options.push({ value, label: labels[value] });
  return options;
}

/** Returns `value` if it is one of the options, otherwise undefined. Use this for values from the URL, which can contain anything. */
export function optionValue<Value extends string>(
  options: readonly SelectOption<Value>[],
  value: string,
): Value | undefined {
  return options.find((option) => option.value === value)?.value;
}

export function labelOf<Value extends string>(options: readonly SelectOption<Value>[], value: Value): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
