/** Runs `work`. Returns how many milliseconds it took, and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

export function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}

/** Prints one line of a benchmark's result. */
export function printFigure(what: string, figure: string): void {
  console.log(`  ${what.padEnd(72)} ${figure}`);
}
