import { shortened } from '@sandpiper/contract/shortened';
import { doNotContactTexts } from './do-not-contact.texts.ts';

const charactersShown = 100;

const displayed = (entry: string) => (entry.length > charactersShown ? `${shortened(entry, charactersShown)}…` : entry);

/** Lists the first entries, and counts the others. */
export function shortList(entries: readonly string[], shown: number): string {
  const list = entries.slice(0, shown).map(displayed).join(', ');
  return entries.length > shown ? `${list} ${doNotContactTexts.more(entries.length - shown)}` : list;
}

export const namesShown = 20;

/** Like {@link shortList}, for usernames. */
export function shortNames(usernames: readonly string[]): string {
  return shortList(
    usernames.map((name) => `@${name}`),
    namesShown,
  );
}
