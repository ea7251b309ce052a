import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCounts, whyFailed, type Ending } from './counts.ts';

describe("the reader of a suite's summary", () => {
  it("reads node:test's summary in both formats", () => {
    const expected = { passed: 11, failed: 2, skipped: 2 };
    assert.deepEqual(readCounts('ℹ tests 14\nℹ pass 11\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 1\n'), expected);
    assert.deepEqual(readCounts('# tests 14\n# pass 11\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 1\n'), expected);
  });

  it("reads vitest's summary", () => {
    const output =
      ' Test Files  2 passed (2)\n      Tests  1 failed | 11 passed | 3 skipped (15)\n   Start at  10:00:00\n';
    assert.deepEqual(readCounts(output), { passed: 11, failed: 1, skipped: 3 });
  });

  it("reads Playwright's summary and counts a flaky test as failed", () => {
    const output = '  1 failed\n    a.spec.ts:3:1 › sends\n  1 flaky\n  2 skipped\n  5 passed (12.3s)\n';
    assert.deepEqual(readCounts(output), { passed: 5, failed: 2, skipped: 2 });
  });

  it('reads the summary of the checks', () => {
    assert.deepEqual(readCounts('ok   lint\n\n11 of 12 checks passed\n'), { passed: 11, failed: 1, skipped: 0 });
  });

  it('does not mistake other text for a summary', () => {
    assert.equal(readCounts('we ran some tests and 12 passed, it seems\n'), undefined);
  });
});

describe('a suite', () => {
  const timeLimitMs = 900_000;
  const passing: Ending = { code: 0, timedOut: false, counts: { passed: 3, failed: 0, skipped: 0 }, timeLimitMs };
  const cases: [title: string, difference: Partial<Ending>, expected: string | undefined][] = [
    ['passes when all tests ran and passed', {}, undefined],
    ['fails at the time limit', { code: 1, timedOut: true, counts: undefined }, 'stopped after 15 min'],
    [
      'fails when a test failed, even if the exit code is 0',
      { counts: { passed: 3, failed: 1, skipped: 0 } },
      '1 failed',
    ],
    ['fails when its exit code is not 0, even if all tests passed', { code: 7 }, 'exited with code 7'],
    ['fails when it printed no count', { counts: undefined }, 'printed no test count'],
    ['fails when it ran no tests', { counts: { passed: 0, failed: 0, skipped: 0 } }, 'ran no test'],
    [
      'fails when a test was skipped',
      { counts: { passed: 3, failed: 0, skipped: 1 } },
      '1 skipped: no test may be skipped',
    ],
  ];
  for (const [title, difference, expected] of cases) {
    it(title, () => assert.equal(whyFailed({ ...passing, ...difference }), expected));
  }
});
