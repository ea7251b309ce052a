/** Formats a number with thousands separators, such as "1,204". */
export function formatCount(value: number): string {
  return value.toLocaleString('en');
}

/** Formats a number of people, such as "1 person" or "1,204 people". */
export function peopleText(count: number): string {
  return countText(count, 'person', 'people');
}

/** Formats a count with its noun, such as "1 account" or "1,204 accounts". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats a size given in megabytes: in KB below 1 MB, and otherwise in MB with one decimal place. */
export function formatSize(megabytes: number): string {
  return megabytes < 1 ? `${Math.round(megabytes * 1024)} KB` : `${megabytes.toFixed(1)} MB`;
}

/** Formats a file's size. Rounds up below 1 MB, so that only an empty file has 0 KB. */
export function formatBytes(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : formatSize(bytes / 1024 ** 2);
}
