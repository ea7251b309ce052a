/** Returns a number with the words that fit it, such as `1 person was` or `2,000 people were`. */
export function counted(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
