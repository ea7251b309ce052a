import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageError } from '../../../browser/page.ts';
import { blankPage } from '../../../testing/fake-agent.ts';
import { Ended } from '../report.ts';
import { defaultTiming } from '../site.context.ts';
import { openPage } from './navigation.ts';
import { builtInPack } from './pack/built-in.pack.ts';

for (const [message, report] of [
  ['NS_ERROR_UNKNOWN_HOST (nsDocShell)', { reason: 'network', detail: 'NS_ERROR_UNKNOWN_HOST' }],
  ['NS_ERROR_NET_TIMEOUT', { reason: 'network', detail: 'NS_ERROR_NET_TIMEOUT' }],
  [
    'Navigation timeout of 60000 ms exceeded',
    { reason: 'network', detail: 'Navigation timeout of 60000 ms exceeded', mayHang: true },
  ],
] as const) {
  test(`a tab ${'mayHang' in report ? 'may hang' : 'works'} if opening a page fails with "${message}"`, async () => {
    const page = { ...blankPage, open: () => Promise.reject(new PageError('navigation', message)) };
    const site = { page, pack: builtInPack, base: 'https://www.instagram.com', account: null, timing: defaultTiming };
    await assert.rejects(openPage({ ...site, note: () => undefined }, '/'), (error) => {
      assert.ok(error instanceof Ended);
      assert.deepEqual(error.report, { outcome: 'released', ...report });
      return true;
    });
  });
}
