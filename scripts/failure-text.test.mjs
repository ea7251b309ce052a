import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureText, firstFailureText } from './failure-text.mjs';

describe('what is shown of a suite that failed', () => {
  for (const [name, beginning] of [
    ['node:test', '✖ failing tests:\n\ntest at a.test.ts:1:1\n✖ sends (3ms)'],
    ['vitest', '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  a.test.tsx > sends'],
    ['vitest, where no test failed,', '⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯\n\nReferenceError: document is not defined'],
    ['Playwright', '  1) [chromium] › a.spec.ts:3:1 › sends\n\n    Error: not there'],
  ]) {
    it(`is where ${name} begins to say what failed, without what passed`, () => {
      assert.equal(failureText(`✔ receives (1ms)\n✔ waits (2ms)\n\u001B[31m${beginning}\u001B[39m\n`), beginning);
    });
  }

  it('is the end of an output of another kind', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`);
    const shown = failureText(lines.join('\n')).split('\n');
    assert.deepEqual([shown.at(0), shown.at(-1)], ['line 381', 'line 500']);
  });

  it('is shown at once by its first lines that say anything', () => {
    const said = Array.from({ length: 20 }, (_, index) => `  ${index + 1}) a.spec.ts › test ${index + 1}\n\n`).join('');
    const shown = firstFailureText(`ok\n${said}`).split('\n');
    assert.deepEqual([shown.length, shown.at(0)], [8, '  1) a.spec.ts › test 1']);
  });
});
