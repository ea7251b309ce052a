import { plainText } from './plain-text.mjs';

function sumOf(text, pattern) {
  let sum = 0;
  for (const [, count] of text.matchAll(pattern)) sum += Number(count);
  return sum;
}

function countsOfNodeTest(text) {
  if (!/^(?:#|ℹ) tests \d+$/m.test(text)) return undefined;
  const of = (word) => sumOf(text, new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, 'gm'));
  return { passed: of('pass'), failed: of('fail') + of('cancelled'), skipped: of('skipped') + of('todo') };
}

function countsOfVitest(text) {
  const line = /^\s*Tests {2}(.*)\(\d+\)$/m.exec(text)?.[1];
  if (line === undefined) return undefined;
  const of = (word) => sumOf(line, new RegExp(`(\\d+) ${word}`, 'g'));
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') + of('todo') };
}

function countsOfPlaywright(text) {
  if (!/^ {2}\d+ (?:passed|failed)\b/m.test(text)) return undefined;
  const of = (words) => sumOf(text, new RegExp(`^ {2}(\\d+) (?:${words})\\b`, 'gm'));
  return { passed: of('passed'), failed: of('failed|flaky|interrupted|did not run'), skipped: of('skipped') };
}

function countsOfChecks(text) {
  const [, passed, all] = /^(\d+) of (\d+) checks passed$/m.exec(text) ?? [];
  return passed === undefined
    ? undefined
    : { passed: Number(passed), failed: Number(all) - Number(passed), skipped: 0 };
}

/** How many tests a suite says it ran; `undefined` when its output holds no summary that is known here. */
export function readCounts(output) {
  const text = plainText(output);
  return countsOfChecks(text) ?? countsOfVitest(text) ?? countsOfPlaywright(text) ?? countsOfNodeTest(text);
}

/** Why a suite that ended like this does not pass; `undefined` when it does. */
export function whyFailed({ code, timedOut, counts, timeLimitMs }) {
  if (timedOut) return `not done after ${Math.round(timeLimitMs / 60_000)} min, ended`;
  if (counts !== undefined && counts.failed > 0) return `${counts.failed} failed`;
  if (code !== 0) return `ended with exit code ${code}`;
  if (counts === undefined) return 'said nothing of how many tests it ran';
  if (counts.skipped > 0) return `${counts.skipped} skipped: no test is to be skipped`;
  if (counts.passed === 0) return 'ran no test';
  return undefined;
}
