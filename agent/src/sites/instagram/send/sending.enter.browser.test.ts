import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { PageError, type Page, type PageCall } from '../../../browser/page.ts';
import { poll } from '../../../platform/clock.ts';
import {
  endOf,
  openSandboxSession,
  refused,
  timeScale,
  type SandboxSession,
} from '../../../testing/sandbox-session.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import type { SiteTiming } from '../site.context.ts';
import type { GoAheadAnswer } from './go-ahead.ts';

/** A short timeout, because the agent waits for the whole timeout if the page shows nothing. */
const silent: Partial<SiteTiming> = { outcomeMs: 4000 };
/** Several lines with a link and a smiley. Sites often display these differently from what was typed. */
const rich = 'Hello there :)\nOur new shop: https://shop.example/spring?ref=message\n\nGood to see you';
describe('before and after Enter is pressed', { timeout: 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: [
        'keen.user',
        'keen.and.hidden',
        'keen.and.swallowed',
        'keen.before',
        'lost.before',
        'keen.and.stopped',
        'keen.and.away',
        'keen.away.and.stopped',
        'odd.signs',
        'stays.redrawn.text',
        'stays.hidden.bubble',
        'out.of.reach',
        'late.talker',
      ],
      time_scale: timeScale,
    });
    await session.enter('sender');
  });
  after(() => session.close());

  const wanted = (answer: GoAheadAnswer = { maySend: true }) => ({
    text: 'Wanted at once',
    beforeSend: mock.fn(() => Promise.resolve(answer)),
  });
  const enters = mock.fn((_key: string) => undefined);
  /** Returns the session's page, changed so that it calls `beforeRead` before each read and counts presses of Enter. */
  const watched = (beforeRead: (script: string | PageCall) => Promise<void>): Page => ({
    ...session.page,
    press: (key) => {
      if (key === 'Enter') enters(key);
      return session.page.press(key);
    },
    read: async (script) => {
      await beforeRead(script);
      return session.page.read(script);
    },
  });
  const sendOn = (page: Page, recipient: string, job = wanted(), timing: Partial<SiteTiming> = {}) => {
    enters.mock.resetCalls();
    const rules = { skipsConversations: false, doubtsNotFound: false };
    return session.within(timing).send(page, { profileId: 1, username: 'sender', recipient, ...rules, ...job });
  };
  const composer = `document.querySelector('[role="textbox"][contenteditable="true"]')?.textContent ?? ''`;

  for (const [fault, end, found] of [
    ['redrawn_text', ['unknown', 'enter_ignored'], ['unknown', 'reads_differently']],
    ['hidden_bubble', ['unknown', 'enter_ignored'], ['sent']],
  ] as const) {
    test(`Enter is pressed once, even if the text stays in the composer: ${fault}`, async () => {
      const person = `stays.${fault.replaceAll('_', '.')}`;
      await session.sandbox.faults({
        on: [
          { name: 'text_stays', person, ms: 1500 },
          { name: fault, person },
        ],
      });
      const job = { ...wanted(), text: rich };
      const report = await sendOn(
        watched(() => Promise.resolve()),
        person,
        job,
        silent,
      );
      assert.deepEqual([endOf(report), enters.mock.callCount(), job.beforeSend.mock.callCount()], [end, 1, 1]);
      assert.deepEqual(await session.deliveredTo(person), [rich]);
      assert.deepEqual(endOf(await session.check(person, { text: rich })), found);
    });
  }

  for (const [person, fault, end] of [
    ['keen.user', [], ['sent']],
    ['keen.and.hidden', ['hidden_bubble'], ['unknown', 'composer_emptied']],
    ['keen.and.swallowed', ['swallowed'], ['unknown', 'composer_emptied']],
  ] as const) {
    test(`the agent does not press Enter after the user has: ${person}`, async () => {
      await session.sandbox.faults({ on: fault.map((name) => ({ name, person })) });
      const report = await session.send(person, {
        timing: fault.length === 0 ? {} : silent,
        beforeSend: async () => {
          await session.page.press('Enter');
          return { maySend: true };
        },
      });
      assert.deepEqual(endOf(report), end);
      assert.equal((await session.deliveredTo(person)).length, person === 'keen.and.swallowed' ? 0 : 1);
    });
  }

  for (const [person, goesElsewhere, answer, end] of [
    ['keen.and.stopped', false, refused, ['sent']],
    ['keen.and.away', true, { maySend: true }, ['unknown', 'conversation_unseen']],
    ['keen.away.and.stopped', true, refused, ['unknown', 'conversation_unseen']],
  ] as const) {
    test(`detects that the user pressed Enter if the agent does not press it: ${person}`, async () => {
      const report = await session.send(person, {
        timing: answer.maySend ? { stepMs: 4000 } : {},
        beforeSend: async () => {
          await session.page.press('Enter');
          const isThere = async (): Promise<true | null> =>
            (await session.deliveredTo(person)).length > 0 ? true : null;
          assert.ok(await poll(isThere, { timeoutMs: 10_000, intervalMs: 100 }));
          if (goesElsewhere) await session.page.open(`${session.sandbox.url}/`);
          return answer;
        },
      });
      assert.deepEqual(endOf(report), end);
      assert.deepEqual(endOf(await session.check(person)), ['sent']);
      assert.equal((await session.deliveredTo(person)).length, 1);
    });
  }

  /** Returns a page that runs `work` once, right before the first call to `at` after the composer contains the complete text. */
  const withText = (work: () => Promise<void>, at: PageCall = builtInPack.script.account): Page => {
    let isDone = false;
    return watched(async (script) => {
      if (isDone || script !== at || (await session.page.read(composer)) !== 'Wanted at once') return;
      isDone = true;
      await work();
    });
  };
  /** Returns a page that runs `work` right before Enter is pressed. */
  const beforeEnter = (work: () => Promise<unknown>): Page =>
    watched(async (script) => {
      if (typeof script !== 'string' && script.name === 'guardEnter') await work();
    });

  test('reports the message as sent even if the user pressed Enter before the agent asked the server', async () => {
    const job = wanted();
    const report = await sendOn(
      withText(() => session.page.press('Enter')),
      'keen.before',
      job,
    );
    assert.deepEqual([endOf(report), job.beforeSend.mock.callCount()], [['sent'], 1]);
    assert.equal((await session.deliveredTo('keen.before')).length, 1);
  });

  test('a person who writes while the agent is typing is skipped, and no draft is left behind', async () => {
    const words = 'What a coincidence';
    const body = JSON.stringify({ account: 'sender', from: 'late.talker', text: words });
    const request = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const page = withText(async () => {
      await fetch(`${session.sandbox.url}/__sandbox/incoming`, request);
      const shows = async (): Promise<true | null> =>
        (await session.page.read(`document.body.innerText.includes('${words}')`)) === true ? true : null;
      assert.ok(await poll(shows, { timeoutMs: 10_000 }));
    }, builtInPack.script.view);
    const job = { ...wanted(), skipsConversations: true };
    assert.deepEqual(endOf(await sendOn(page, 'late.talker', job)), ['skipped', 'conversation']);
    assert.equal(job.beforeSend.mock.callCount(), 0);
    await session.page.open(`${session.sandbox.url}/late.talker/`);
    assert.equal(await session.page.read(composer), '');
  });

  test('nothing is sent if the window is lost before the journal note is written', async () => {
    const page = withText(() => Promise.reject(new PageError('closed', 'gone')));
    const job = wanted();
    await assert.rejects(sendOn(page, 'lost.before', job), (error) => error instanceof PageError);
    assert.deepEqual([job.beforeSend.mock.callCount(), await session.deliveredTo('lost.before')], [0, []]);
  });

  test('the outcome is unknown if the window is lost after the journal note is written', async () => {
    const page = beforeEnter(() => Promise.reject(new PageError('closed', 'gone')));
    assert.deepEqual(await sendOn(page, 'lost.before'), { outcome: 'unknown', reason: 'window_lost', detail: null });
    assert.deepEqual(await session.deliveredTo('lost.before'), []);
  });

  test('reports that Enter definitely did not reach the composer, and leaves no draft behind', async () => {
    const page = beforeEnter(() => session.page.read('document.activeElement.blur()'));
    const job = wanted();
    const report = await sendOn(page, 'out.of.reach', job);
    assert.deepEqual(report, { outcome: 'failed', reason: 'not_pressed', detail: null });
    assert.deepEqual([enters.mock.callCount(), job.beforeSend.mock.callCount()], [0, 1]);
    await session.page.open(`${session.sandbox.url}/out.of.reach/`);
    assert.equal(await session.page.read(composer), '');
    assert.deepEqual(await session.deliveredTo('out.of.reach'), []);
  });

  test('no character in a text causes Enter to be pressed', async () => {
    const report = await session.send('odd.signs', { text: 'One\ue007two', timing: { stepMs: 4000 } });
    assert.deepEqual(endOf(report), ['failed', 'text_not_accepted']);
    assert.deepEqual(await session.deliveredTo('odd.signs'), []);
  });
});
