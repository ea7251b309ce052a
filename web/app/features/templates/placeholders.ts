import { usernameVariable } from '@sandpiper/contract/list-variables';
import { likelyVariable, parseMessage, unknownPlaceholders } from '@sandpiper/contract/message';

export type Edited = { content: string; caret: number };

/**
 * Replaces the selected text with a placeholder. Returns the new content and caret position. If the placeholder has a fallback, the caret
 * is where the fallback goes.
 */
export function insertPlaceholder(
  content: string,
  [start, end]: readonly [number, number],
  { name, hasFallback }: { name: string; hasFallback: boolean },
): Edited {
  const takesFallback = hasFallback && name !== usernameVariable;
  const placeholder = takesFallback ? `{${name}|}` : `{${name}}`;
  const { content: edited, caret } = insertText(content, [start, end], placeholder);
  return { content: edited, caret: takesFallback ? caret - 1 : caret };
}

/** Replaces the selected text. Returns the new content, with the caret after the inserted text. */
export function insertText(content: string, [start, end]: readonly [number, number], text: string): Edited {
  return { content: content.slice(0, start) + text + content.slice(end), caret: start + text.length };
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
  /** Variables without a fallback. People without a value for one of them are skipped. */
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
