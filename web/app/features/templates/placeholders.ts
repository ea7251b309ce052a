import { usernameVariable } from '@sandpiper/contract/list-variables';
import { likelyVariable, parseMessage, unknownPlaceholders } from '@sandpiper/contract/message';

/** The start and end of the selected text. Both are the caret's position if nothing is selected. */
export type Selection = readonly [start: number, end: number];

/** A change to a text: what replaces the range `at`, and what is selected afterward. */
export type Edit = { at: Selection; text: string; selection: Selection };

/**
 * Replaces the selected text with a placeholder. If the placeholder has a fallback, the caret is then where the fallback goes. `{username}`
 * never gets a fallback, because everyone has a username.
 */
export function insertPlaceholder(at: Selection, { name, hasFallback }: { name: string; hasFallback: boolean }): Edit {
  if (!hasFallback || name === usernameVariable) return insertText(at, `{${name}}`);
  const text = `{${name}|}`;
  const caret = at[0] + text.length - 1;
  return { at, text, selection: [caret, caret] };
}

/** Replaces the selected text. The caret is then after the inserted text. */
export function insertText(at: Selection, text: string): Edit {
  const caret = at[0] + text.length;
  return { at, text, selection: [caret, caret] };
}

type UnknownPlaceholder = { written: string; meant: string };

/** Replaces a placeholder's name with the name that was meant, wherever the placeholder appears. The same text stays selected. */
export function fixPlaceholder(content: string, { written, meant }: UnknownPlaceholder, selection: Selection): Edit {
  const [name = ''] = written.replaceAll(/[{}]/g, '').split('|');
  const fixed = written.replace(name.trim(), () => meant);
  const start = content.indexOf(written);
  const end = content.lastIndexOf(written) + written.length;
  const moved = (position: number) => {
    const before = content.slice(0, position).split(written).length - 1;
    return position + before * (fixed.length - written.length);
  };
  return {
    at: [start, end],
    text: content.slice(start, end).replaceAll(written, () => fixed),
    selection: [moved(selection[0]), moved(selection[1])],
  };
}

/** Returns all lists' variables, most common first. */
export function variablesOfLists(lists: readonly { variables: readonly string[] }[]): string[] {
  const uses = new Map<string, number>();
  for (const { variables } of lists) for (const name of variables) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

export type PlaceholderNotes = {
  /** Names in braces that aren't variables on any list, each with the variable that the author probably meant, or null. */
  unknown: { written: string; meant: string | null }[];
  /** Variables without a fallback. People without a value for one of these variables are skipped. */
  required: string[];
  /** Placeholders with a `|` but no fallback after it. */
  unfinished: string[];
};

/** Returns notes about a template's placeholders, to show to its author. */
export function notesOn(content: string, variables: readonly string[]): PlaceholderNotes {
  const placeholders = parseMessage(content, variables).filter((part) => typeof part !== 'string');
  const open = placeholders.filter(({ name, fallback }) => name !== usernameVariable && fallback === null);
  const unfinished = open.filter(({ written }) => written.includes('|'));
  const unknown = unknownPlaceholders(content, variables);
  return {
    unknown: unknown.map((written) => ({ written, meant: likelyVariable(written, variables) })),
    required: [...new Set(open.filter((each) => !unfinished.includes(each)).map(({ name }) => name))],
    unfinished: [...new Set(unfinished.map(({ written }) => written))],
  };
}
