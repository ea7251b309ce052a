import { variableNameOf, variableNamePattern, usernameVariable } from './list-variables.ts';

/** A place of a message where a value goes. */
export type Placeholder = {
  name: string;
  /** Used where the person has no value; null: then the person is skipped. */
  fallback: string | null;
  /** As it is written in the template. */
  written: string;
};

/** A template's text, read once: what stays as it is, and where values go. */
export type Message = readonly (string | Placeholder)[];

/** The values of one person: username, and those of their list's variables that they have. */
export type MessageValues = Readonly<Record<string, string>>;

/** Double braces are how other tools write the same. */
const inBraces = /\{\{([^{}\n]*)\}\}|\{([^{}\n]*)\}/g;

/** What is written between braces: a name, and after `|` what to use where there is no value. A blank fallback is none. */
function read(written: string): { name: string; fallback: string | null } {
  const [name = '', ...rest] = written.split('|');
  const fallback = rest.join('|').trim();
  return { name: name.trim(), fallback: fallback === '' ? null : fallback };
}

/** Reads a template. Besides `username`, only these variables are filled in; other words in braces stay as written. */
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

/** The variables of a message without `username`, each once. */
export function variablesOf(message: Message): string[] {
  const names = message.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  return [...new Set(names)].filter((name) => name !== usernameVariable);
}

export type Rendered = {
  /** With the missing ones as they are written in the template. Sent only where none is missing. */
  text: string;
  /** Variables without a value and without a fallback, each once. */
  missing: string[];
};

/** Fills in a person's values, which are never read for braces again. */
export function renderMessage(message: Message, values: MessageValues): Rendered {
  const missing = new Set<string>();
  const filled = message.map((part) => {
    if (typeof part === 'string') return part;
    const value = Object.hasOwn(values, part.name) ? values[part.name]?.trim() : undefined;
    if (value !== undefined && value !== '') return value;
    if (part.fallback === null) missing.add(part.name);
    return part.fallback ?? part.written;
  });
  return { text: filled.join(''), missing: [...missing] };
}

/**
 * How long Instagram takes a text to be. It accepts 1,000 characters, and doesn't say how it counts those outside of the
 * basic plane, such as emoji. As two each, which is how its page's own language counts, no message is too long.
 */
export function messageLength(text: string): number {
  return text.length;
}

/** What is in braces and isn't filled in, such as `{shop}`, each once as written. It would be sent as it is. */
export function unknownPlaceholders(content: string, variables: readonly string[]): string[] {
  const known = new Set([usernameVariable, ...variables]);
  const unknown = [...content.matchAll(inBraces)]
    .filter(([, double, single]) => !known.has(read(double ?? single ?? '').name))
    .map(([written]) => written);
  return [...new Set(unknown)];
}

/** Every variable that a template names, whatever list it is sent to, without `username`. */
export function namedVariables(content: string): string[] {
  const names = [...content.matchAll(inBraces)].map(([, double, single]) => read(double ?? single ?? '').name);
  return [...new Set(names)].filter((name) => name !== usernameVariable && variableNamePattern.test(name));
}

/** The variable that somebody probably meant by what they wrote in braces, such as `first_name` by `{First name}`. */
export function likelyVariable(written: string, variables: readonly string[]): string | null {
  const { name } = read(written.replaceAll(/[{}]/g, ''));
  const known = [usernameVariable, ...variables];
  const lower = name.toLowerCase();
  const wanted = lower === usernameVariable ? lower : variableNameOf(name);
  return known.find((each) => each === wanted || each.replaceAll('_', '') === wanted?.replaceAll('_', '')) ?? null;
}

/** A web address, or a name that Instagram turns into a link, such as `example.com`. */
export function hasLink(content: string): boolean {
  return /https?:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|net|org|info|biz|io|co|ai|app|dev|me|ly|tv|gg|bio|link|page|site|online|shop|store|studio|art|design|xyz|eu|de|at|ch|fr|es|pt|it|nl|uk|br|kr|jp|ca|au|us)\b(?!@)/i.test(
    content.replace(/\{\w+\}/g, ' '),
  );
}
