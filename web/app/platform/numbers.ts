/** Such as "1,204". */
export function formatCount(value: number): string {
  return value.toLocaleString('en');
}
