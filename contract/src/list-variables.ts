import { withoutKeyCharacters } from './key-characters.ts';

/* Rules for the variables of a list's recipients. This file doesn't depend on zod, so forms and workers can import it. */

export const variableNamePattern = /^[a-z][a-z0-9_]{0,29}$/;
export const variableNameRule = 'Use up to 30 lowercase letters, digits and underscores, beginning with a letter';
export const variableNameMaxLength = 30;
/** The maximum number of variables in one list. */
export const listVariablesMax = 30;
export const tooManyVariablesRule = `A list can have up to ${listVariablesMax} variables`;
/** The maximum number of characters in a value, after `cleanVariableValue`. */
export const variableValueMaxLength = 200;
export const variableValueRule = `Use up to ${variableValueMaxLength} characters`;
/** The variable that every message can use. Lists can't define a variable with this name. */
export const usernameVariable = 'username';
export const usernameVariableRule = "{username} is always available, so you don't need a variable for it";

/** Returns what is wrong with a variable's name, or null if the name is valid. */
export function variableNameProblem(name: string): string | null {
  if (!variableNamePattern.test(name)) return variableNameRule;
  return name === usernameVariable ? usernameVariableRule : null;
}

/** Returns a person's value for a variable. Ignores inherited properties, because a variable can be named `constructor`. */
export function valueOfVariable(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Letters that don't decompose into a plain letter and a combining mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/**
 * Derives a variable name from a column header, such as `first_name` from "First name". A header that is a valid name stays as it is.
 * Returns null if the header contains no usable letters, or if the name would be `username`.
 */
export function variableNameOf(header: string): string | null {
  if (variableNameProblem(header) === null) return header;
  const plain = header
    // Cells in a broken file can be very long.
    .slice(0, 1000)
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => plainLetters[letter] ?? letter);
  const words = plain.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[_0-9]+/g, '');
  const name = words.slice(0, variableNameMaxLength).replace(/_+$/, '');
  return name === '' || name === usernameVariable ? null : name;
}

/**
 * Gives each column of a file a unique name: `column_3` if the header gives no name, `city_2` for a second "City". Headers that are valid
 * names come first, so that an exported list's variables keep their names.
 */
export function variableNamesOf(headers: readonly string[]): string[] {
  const taken = new Set(headers.filter((header) => variableNameProblem(header) === null));
  return headers.map((header, index) => {
    if (taken.has(header) && headers.indexOf(header) === index) return header;
    const wanted = variableNameOf(header) ?? `column_${index + 1}`;
    let name = wanted;
    for (let copy = 2; taken.has(name); copy += 1) {
      const ending = `_${copy}`;
      name = wanted.slice(0, variableNameMaxLength - ending.length) + ending;
    }
    taken.add(name);
    return name;
  });
}

/**
 * Control characters, invisible marks, and marks that change the text direction. Doesn't include the zero-width joiner, which emoji need,
 * or the zero-width non-joiner, which languages such as Persian need.
 */
const invisible = /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

/** Cleans a value for storing and sending: one line, no control characters, trimmed. An empty result means no value. */
export function cleanVariableValue(value: string): string {
  return withoutKeyCharacters(value)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(invisible, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
