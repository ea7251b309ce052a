export type Counts = { passed: number; failed: number; skipped: number };

export type Ending = { code: number; timedOut: boolean; counts: Counts | undefined; timeLimitMs: number };

function sumOf(text: string, pattern: RegExp): number {
  let sum = 0;
  for (const [, count] of text.matchAll(pattern)) sum += Number(count);
  return sum;
}

function countsOfNodeTest(text: string): Counts | undefined {
  if (!/^(?:#|ℹ) tests \d+$/m.test(text)) return undefined;
  const of = (word: string) => sumOf(text, new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, 'gm'));
  return { passed: of('pass'), failed: of('fail') + of('cancelled'), skipped: of('skipped') + of('todo') };
}

function countsOfVitest(text: string): Counts | undefined {
  const line = /^\s*Tests {2}(.*)\(\d+\)$/m.exec(text)?.[1];
  if (line === undefined) return undefined;
  const of = (word: string) => sumOf(line, new RegExp(`(\\d+) ${word}`, 'g'));
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') + of('todo') };
}

function countsOfPlaywright(text: string): Counts | undefined {
  if (!/^ {2}\d+ (?:passed|failed)\b/m.test(text)) return undefined;
  const of = (words: string) => sumOf(text, new RegExp(`^ {2}(\\d+) (?:${words})\\b`, 'gm'));
  return { passed: of('passed'), failed: of('failed|flaky|interrupted|did not run'), skipped: of('skipped') };
}

function countsOfChecks(text: string): Counts | undefined {
  const [, passed, all] = /^(\d+) of (\d+) checks passed$/m.exec(text) ?? [];
  return passed === undefined
    ? undefined
    : { passed: Number(passed), failed: Number(all) - Number(passed), skipped: 0 };
}

/**
 * Returns how many tests a suite ran, from its runner's summary, or `undefined` if there is no summary. The exit code alone
 * isn't enough: runners also exit with 0 if tests were skipped or no test files were found.
 */
export function readCounts(output: string): Counts | undefined {
  return countsOfChecks(output) ?? countsOfVitest(output) ?? countsOfPlaywright(output) ?? countsOfNodeTest(output);
}

/** Returns why a suite with this result failed, or `undefined` if it passed. */
export function whyFailed({ code, timedOut, counts, timeLimitMs }: Ending): string | undefined {
  if (timedOut) return `stopped after ${Math.round(timeLimitMs / 60_000)} min`;
  if (counts !== undefined && counts.failed > 0) return `${counts.failed} failed`;
  if (code !== 0) return `exited with code ${code}`;
  if (counts === undefined) return 'printed no test count';
  if (counts.skipped > 0) return `${counts.skipped} skipped: no test may be skipped`;
  if (counts.passed === 0) return 'ran no test';
  return undefined;
}
