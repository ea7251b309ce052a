import assert from 'node:assert/strict';
import { it } from 'node:test';
import { localLinks, namedTests, quotedTitles } from './document-links.ts';

it("the check finds a document's links and pictures that point to files", () => {
  const text = '![shown](docs/a.png) and [this](b.md#part), not [that](https://example.org/c.md) or [here](#part)';
  assert.deepEqual(localLinks(text), ['docs/a.png', 'b.md']);
});

it('the check finds the test files that a document mentions', () => {
  const text = '| login.test.tsx: signs in; `a-page.spec.ts`; send.enter.browser.test.ts; not *.browser.test.ts |';
  assert.deepEqual(namedTests(text), ['login.test.tsx', 'a-page.spec.ts', 'send.enter.browser.test.ts']);
});

it('the check finds the titles that a document quotes after a test file', () => {
  const text =
    '| `login.test.tsx` “signs in”, “signs out”; `e2e/src/a-page.spec.ts` “opens” (once); `b.test.ts` | “not this”';
  assert.deepEqual(quotedTitles(text), [
    { file: 'login.test.tsx', title: 'signs in' },
    { file: 'login.test.tsx', title: 'signs out' },
    { file: 'a-page.spec.ts', title: 'opens' },
  ]);
});
