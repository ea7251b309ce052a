/** The numbers of the page buttons: at most five in a row, the present page in the middle where it can be. */
export function pageWindow(page: number, totalPages: number): number[] {
  const shown = Math.min(5, Math.max(1, totalPages));
  const first = Math.max(1, Math.min(page - 2, totalPages - shown + 1));
  return Array.from({ length: shown }, (_, index) => first + index);
}
