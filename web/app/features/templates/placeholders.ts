import { usernameVariable } from '@sandpiper/contract/list-variables';
import { likelyVariable, parseMessage, unknownPlaceholders } from '@sandpiper/contract/message';

type Edited = { content: string; caret: number };

/** The text with a placeholder instead of the selection, and where to write next: within it, if it gets a fallback. */
export function insertPlaceholder(
  content: string,
  [start, end]: readonly [number, number],
  { name, hasFallback }: { name: string; hasFallback: boolean },
): Edited {
  const takesFallback = hasFallback && name !== usernameVariable;
  const placeholder = takesFallback ? `{${name}|}` : `{${name}}`;
  const caret = start + placeholder.length - (takesFallback ? 1 : 0);
  return { content: content.slice(0, start) + placeholder + content.slice(end), caret };
}

/** The variables of all lists, those of most lists first. */
export function variablesOfLists(lists: readonly { variables: readonly string[] }[]): string[] {
  const uses = new Map<string, number>();
  for (const { variables } of lists) for (const name of variables) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

export type PlaceholderNotes = {
  /** What is in braces and is no variable of any list, and what was probably meant. */
  unknown: { written: string; meant: string | null }[];
  /** Who has no value for one of these is skipped. */
  required: string[];
  /** With a `|` and nothing after it. */
  unfinished: string[];
};

/** What a template's writer should know about its placeholders. */
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
