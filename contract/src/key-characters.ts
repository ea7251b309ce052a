/** Private-use characters that WebDriver treats as keys, such as Enter and Shift (see "Keyboard actions" in its specification). */
const keyCharacters = /[\uE000-\uE05D]/g;

/** Removes characters that the agent can't type, because Firefox would press a key instead. */
export function withoutKeyCharacters(text: string): string {
  return text.replaceAll(keyCharacters, '');
}
