import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Language } from '@sandpiper/testkit/sandbox-control';
import { endOf, openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';

const isLongRun = process.env['SANDPIPER_LONG_TESTS'] === '1';

/** Only the long tests include English, Spanish and Korean here, because the other sending tests cover them. */
const usual: readonly Language[] = isLongRun ? ['en', 'es', 'ko'] : [];
const languages: readonly Language[] = [...usual, 'pt', 'de', 'fr', 'id', 'it', 'ja', 'ru', 'tr'];

/** Languages in which the agent doesn't recognize the page for a missing person. The agent tries again and then reports a page failure. */
const unreadWhenMissing: ReadonlySet<Language> = new Set(['id']);

const people = [
  'plain',
  { username: 'blocker', states: ['rate_limit' as const] },
  { username: 'missing', states: ['not_found' as const] },
];

describe('sending in the languages that the agent supports', { timeout: 1_800_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  for (const language of languages) {
    const isWhole = builtInPack.languages.get(language)?.level === 'full';
    // To save time, the short run covers a rate limit and a person who can't be found in only one language per level.
    const stops = isLongRun || language === 'pt' || language === 'de';
    const limit = isWhole ? 'whose notice it can read' : 'even if it cannot read the notice';
    test(`${language}: the agent sends${stops ? `, and stops at a rate limit ${limit}` : ''}`, async () => {
      await session.sandbox.reset({
        accounts: [{ username: 'sender', password: 'secret', language }],
        people,
        time_scale: timeScale,
      });
      await session.enter('sender');
      assert.deepEqual(endOf(await session.send('plain')), ['sent']);
      if (!stops) return;
      const isUnread = unreadWhenMissing.has(language);
      const timing = isUnread ? { emptyMs: 500, stepMs: 5000 } : {};
      const end = isUnread ? ['failed', 'page_failed'] : ['not_found', 'not_found'];
      assert.deepEqual(endOf(await session.send('missing', { timing })), end);
      const limited = await session.send('blocker', { timing: { reasonMs: 1500 } });
      assert.equal(limited.stop?.reason, isWhole ? 'rate_limited' : 'unreadable_page');
      assert.equal(limited.outcome, 'unknown');
      assert.deepEqual(await session.deliveredTo('blocker'), []);
    });
  }
});
