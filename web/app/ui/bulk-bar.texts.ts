import { formatCount } from '../platform/numbers.ts';

const shownNames = 5;

/** Lists up to six names. If there are more, lists five of them and how many others there are. */
export function namesText(names: readonly string[]): string {
  const more = names.length - shownNames;
  const shown = more > 1 ? [...names.slice(0, shownNames), `${formatCount(more)} others`] : names;
  return new Intl.ListFormat('en').format(shown);
}

/** UI strings for changes to several selected rows. */
export const bulkTexts = {
  change: 'Change',
  clear: 'Clear selection',
};

/** Returns a text that lists what couldn't be changed, grouped by reason. */
export function failuresText(failed: readonly { name: string; reason: string }[]): string {
  const reasons = [...new Set(failed.map(({ reason }) => reason))];
  const namesWith = (reason: string) => failed.filter((each) => each.reason === reason).map(({ name }) => name);
  return reasons.map((reason) => `${namesText(namesWith(reason))}: ${reason}`).join(' ');
}
