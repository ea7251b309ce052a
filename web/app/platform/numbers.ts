/** Such as "1,204". */
export function formatCount(value: number): string {
  return value.toLocaleString('en');
}

/** Such as "1 person" and "1,204 people". */
export function peopleText(count: number): string {
  return countText(count, 'person', 'people');
}

/** A count with its noun, such as "1 account" and "1,204 accounts". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The text with a capital letter at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A folder's size: KB below 1 MB, otherwise MB with one decimal. */
export function formatSize(megabytes: number): string {
  return megabytes < 1 ? `${Math.round(megabytes * 1024)} KB` : `${megabytes.toFixed(1)} MB`;
}
