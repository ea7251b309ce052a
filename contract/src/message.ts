import { usernameVariable, valueOfVariable, variableNameOf, variableNamePattern } from './list-variables.ts';

/** A placeholder in a message, to be replaced by a person's value. */
export type Placeholder = {
  name: string;
  /** The text for people without a value. If null, such people are skipped. */
  fallback: string | null;
  /** The placeholder as written in the template. */
  written: string;
};

/** A parsed template: fixed text and placeholders, in order. */
export type Message = readonly (string | Placeholder)[];

/** A person's values: the username, and the list's variables for which the person has a value. */
export type MessageValues = Readonly<Record<string, string>>;

/** Matches placeholders in single braces, and in double braces as in other tools. */
const inBraces = /\{\{([^{}\n]*)\}\}|\{([^{}\n]*)\}/g;

/** Parses the text between braces: a name and, after `|`, a fallback. A blank fallback is ignored. */
function read(written: string): { name: string; fallback: string | null } {
  const [name = '', ...rest] = written.split('|');
  const fallback = rest.join('|').trim();
  return { name: name.trim(), fallback: fallback === '' ? null : fallback };
}

/** Parses a template. Only `username` and the given variables become placeholders. Other words in braces are kept as written. */
export function parseMessage(content: string, variables: readonly string[]): Message {
  const known = new Set([usernameVariable, ...variables]);
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const found of content.matchAll(inBraces)) {
    const [written, double, single] = found;
    const { name, fallback } = read(double ?? single ?? '');
    if (!known.has(name)) continue;
    parts.push(content.slice(end, found.index), { name, fallback, written });
    end = found.index + written.length;
  }
  parts.push(content.slice(end));
  return parts.filter((part) => part !== '');
}

/** Returns the variables in a message except `username`, without duplicates. */
export function variablesOf(message: Message): string[] {
  const names = message.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  return [...new Set(names)].filter((name) => name !== usernameVariable);
}

export type Rendered = {
  /** Placeholders that have neither a value nor a fallback are kept as written. If there are any, the text isn't sent. */
  text: string;
  /** Variables that have neither a value nor a fallback, without duplicates. */
  missing: string[];
};

/** Returns text as the agent types it: with `\n` as the only line break, and without the spaces and line breaks around it. */
export function typedText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

/** Fills in a person's values, and returns the message as the agent types it. Braces inside a value stay as they are. */
export function renderMessage(message: Message, values: MessageValues): Rendered {
  const missing = new Set<string>();
  const filled = message.map((part) => {
    if (typeof part === 'string') return part;
    const value = valueOfVariable(values, part.name)?.trim();
    if (value !== undefined && value !== '') return value;
    if (part.fallback === null) missing.add(part.name);
    return part.fallback ?? part.written;
  });
  return { text: typedText(filled.join('')), missing: [...missing] };
}

/**
 * Returns the length of text as counted for Instagram's limit. Instagram accepts 1,000 characters but doesn't say how it counts
 * characters outside the Basic Multilingual Plane, such as emoji. Counting each of them as two, as JavaScript does, makes sure that
 * no message is too long.
 */
export function messageLength(text: string): number {
  return text.length;
}

/** Returns the placeholders for unknown variables, such as `{shop}`, without duplicates. Such placeholders would be sent as written. */
export function unknownPlaceholders(content: string, variables: readonly string[]): string[] {
  const known = new Set([usernameVariable, ...variables]);
  const unknown = [...content.matchAll(inBraces)]
    .filter(([, double, single]) => !known.has(read(double ?? single ?? '').name))
    .map(([written]) => written);
  return [...new Set(unknown)];
}

/** Returns the names of all variables in a template except `username`, whether or not a list has them. */
export function namedVariables(content: string): string[] {
  const names = [...content.matchAll(inBraces)].map(([, double, single]) => read(double ?? single ?? '').name);
  return [...new Set(names)].filter((name) => name !== usernameVariable && variableNamePattern.test(name));
}

/** Returns the variable that the user probably meant by a word in braces, such as `first_name` for `{First name}`. */
export function likelyVariable(written: string, variables: readonly string[]): string | null {
  const { name } = read(written.replaceAll(/[{}]/g, ''));
  const known = [usernameVariable, ...variables];
  const lower = name.toLowerCase();
  const wanted = lower === usernameVariable ? lower : variableNameOf(name);
  return known.find((each) => each === wanted || each.replaceAll('_', '') === wanted?.replaceAll('_', '')) ?? null;
}

/** Checks whether a message contains something that Instagram turns into a link: a URL, or a domain name such as `example.com`. */
export function hasLink(content: string): boolean {
  return /https?:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|net|org|info|biz|io|co|ai|app|dev|me|ly|tv|gg|bio|link|page|site|online|shop|store|studio|art|design|xyz|eu|de|at|ch|fr|es|pt|it|nl|uk|br|kr|jp|ca|au|us)\b(?!@)/i.test(
    content.replace(/\{\w+\}/g, ' '),
  );
}
