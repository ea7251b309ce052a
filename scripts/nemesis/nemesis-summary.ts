import { z } from 'zod';

/** The result that a worker prints on its last line. */
export const nemesisResult = z.object({
  database: z.string(),
  planted: z.string().nullable(),
  histories: z.number(),
  events: z.number(),
  sends: z.number(),
  seconds: z.number(),
  failed: z.array(z.object({ seed: z.number(), violation: z.string(), events: z.number() })),
  struck: z.record(z.string(), z.number()),
});

export type NemesisResult = z.infer<typeof nemesisResult>;

/** Adds up the workers' results, separately for each database and each planted mistake. */
export function addResults(results: NemesisResult[]): NemesisResult[] {
  const sums = new Map<string, NemesisResult>();
  for (const result of results) {
    const key = `${result.database} ${result.planted ?? ''}`;
    const sum = sums.get(key);
    if (sum === undefined) {
      sums.set(key, structuredClone(result));
      continue;
    }
    for (const name of ['histories', 'events', 'sends', 'seconds'] as const) sum[name] += result[name];
    sum.failed.push(...result.failed);
    for (const [fault, times] of Object.entries(result.struck)) sum.struck[fault] = (sum.struck[fault] ?? 0) + times;
  }
  return [...sums.values()];
}

function historiesText({ database, histories, events, sends, seconds, failed }: NemesisResult): string {
  const lines = [
    `${database}: ${histories} histories, ${events} events, ${sends} messages sent, ${Math.round(seconds)} s of work: ` +
      (failed.length === 0 ? 'all passed.' : `${failed.length} failed.`),
    ...failed.map(({ seed, violation, events: left }) => `  seed ${seed} (${left} events): ${violation}`),
  ];
  return lines.join('\n');
}

function plantedText({ database, planted, histories, failed, seconds }: NemesisResult): string {
  const [found] = failed;
  if (found === undefined) return `${planted} (${database}): NOT FOUND in ${histories} histories`;
  return `${planted} (${database}): found in history ${histories}, in ${Math.round(seconds)} s, shrunk to ${found.events} events: ${found.violation}`;
}

function faultsText(sums: NemesisResult[]): string {
  const columns = sums.map(({ database }) => database);
  const names = [...new Set(sums.flatMap(({ struck }) => Object.keys(struck)))].toSorted((one, other) =>
    one.localeCompare(other),
  );
  const width = Math.max(0, ...names.map((name) => name.length));
  const head = `${'how often each fault occurred'.padEnd(width)}  ${columns.map((name) => name.padStart(10)).join('')}`;
  const rows = names.map(
    (name) => `${name.padEnd(width)}  ${sums.map(({ struck }) => String(struck[name] ?? 0).padStart(10)).join('')}`,
  );
  return [head, ...rows].join('\n');
}

/** Returns a run's results as text, and whether they are as expected. */
export function summaryOf(sums: NemesisResult[]): { text: string; isWell: boolean } {
  const isPlanted = sums.some(({ planted }) => planted !== null);
  if (isPlanted) {
    return { text: sums.map(plantedText).join('\n'), isWell: sums.every(({ failed }) => failed.length > 0) };
  }
  const text = [...sums.map(historiesText), '', faultsText(sums)].join('\n');
  return { text, isWell: sums.every(({ failed }) => failed.length === 0) };
}
