import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { patiently, setStage, timeScale, type Stage } from '../../testing/stage.ts';
import type { SiteTiming } from './site.context.ts';

type Case = {
  fault: string;
  /** Who is written to, where the fault's own name is taken. */
  person?: string;
  text?: string;
  rule?: object;
  ends: [outcome: string, reason?: string];
  delivered: number;
  timing?: Partial<SiteTiming>;
  /** Why the account stops all the same. */
  stops?: string;
  /** What its user reads about that. */
  says?: RegExp;
};

const sent = { ends: ['sent'] as [string], delivered: 1 };
/** Where the page says nothing, the whole time is waited out. */
const silent: Partial<SiteTiming> = { outcomeMs: 4000 };
const unexplained: Partial<SiteTiming> = { reasonMs: 1500 };
const blocked = { ends: ['blocked', 'rate_limited'] as [string, string], delivered: 0 };
/** The mark of a failed bubble is no proof, so the person is looked up; the account stops all the same. */
const rateLimited = { ends: ['unknown', 'not_delivered'] as [string, string], delivered: 0, stops: 'rate_limited' };
/** Links, several lines and signs that sites like to draw their own way. */
const rich = 'Hello there :)\nOur new shop: https://shop.example/spring?ref=message\n\nGood to see you';
const drawnOtherwise = { ends: ['unknown', 'reads_differently'] as [string, string], delivered: 1 };

/** Faults of a moment that leave the account signed in. */
const cases: Case[] = [
  { fault: 'slow_page', rule: { ms: 1500 }, ...sent },
  { fault: 'page_error', rule: { times: 1 }, ...sent },
  { fault: 'connection_reset', rule: { times: 1 }, ...sent },
  { fault: 'truncated_page', rule: { times: 1 }, ...sent, timing: { emptyMs: 2500 } },
  { fault: 'slow_chat', rule: { ms: 1500, times: 1 }, ...sent },
  { fault: 'chat_error', rule: { times: 1 }, ...sent },
  { fault: 'prompt_on_load', rule: { times: 1 }, ...sent },
  { fault: 'prompt_later', rule: { ms: 400, times: 1 }, ...sent },
  { fault: 'prompt_save_login', rule: { times: 1 }, ...sent },
  { fault: 'prompt_mid_click', ...sent },
  { fault: 'prompt_mid_typing', ...sent },
  { fault: 'prompt_before_enter', ...sent },
  // The composer got the key: that it did nothing is found out later, by looking.
  { fault: 'prompt_takes_enter', ends: ['unknown', 'enter_ignored'], delivered: 0, timing: silent },
  { fault: 'harmless_try_again', rule: { times: 1 }, ...sent },
  { fault: 'rate_limit_on_load', ...blocked },
  { fault: 'rate_limit', ...rateLimited },
  { fault: 'rate_limit_restrict', ...rateLimited },
  { fault: 'action_blocked', ...rateLimited },
  { fault: 'wait_few_minutes', ...rateLimited },
  { fault: 'daily_limit', ...rateLimited },
  // The bubble fails first, and its explanation takes a while.
  { fault: 'rate_limit', person: 'explained.later', rule: { ms: 3000 }, ...rateLimited },
  { fault: 'too_many_requests', ...blocked },
  { fault: 'forbidden', ends: ['blocked', 'page_refused'], delivered: 0 },
  { fault: 'link_preview', text: rich, ...sent },
  { fault: 'lines_as_blocks', text: rich, ...sent },
  { fault: 'redrawn_text', text: rich, ...drawnOtherwise, timing: silent, stops: 'reads_differently' },
  { fault: 'strange_notice', ends: ['blocked', 'unexpected_dialog'], delivered: 0 },
  { fault: 'late_history', rule: { ms: 3000, times: 1 }, ...sent },
  { fault: 'connection_reset', person: 'nobody.home', ends: ['released', 'network'], delivered: 0 },
  // The mark of a lost connection says nothing about what had arrived.
  { fault: 'late_failure', ends: ['unknown', 'not_delivered'], delivered: 0, timing: { ...patiently, ...unexplained } },
  { fault: 'failed_bubble', ends: ['unknown', 'not_delivered'], delivered: 0, timing: unexplained },
  { fault: 'connection_lost_on_send', ends: ['unknown', 'not_delivered'], delivered: 0, timing: unexplained },
  { fault: 'connection_lost_after_send', ...sent, timing: unexplained },
  {
    fault: 'limit_without_bubble',
    ends: ['unknown', 'no_bubble'],
    delivered: 0,
    timing: { outcomeMs: 4000 },
    stops: 'rate_limited',
  },
  {
    fault: 'limit_after_send',
    rule: { ms: 500 },
    ...sent,
    timing: { secondLookMs: 4000 },
    stops: 'rate_limited',
  },
  {
    fault: 'strange_notice_on_send',
    rule: { ms: 500 },
    ...sent,
    timing: { secondLookMs: 4000 },
    stops: 'unexpected_dialog',
    says: /We made a change to your account/u,
  },
  { fault: 'text_stays', rule: { ms: 3000 }, ...sent, timing: silent },
  { fault: 'late_refusal', ends: ['failed', 'recipient_refuses_requests'], delivered: 0, timing: patiently },
  { fault: 'dies_after_send', ...sent, timing: silent },
  { fault: 'hidden_bubble', ...sent, timing: silent },
  { fault: 'late_bubble', rule: { ms: 1500 }, ...sent },
  { fault: 'slow_sending', rule: { ms: 1500 }, ...sent },
  { fault: 'swallowed', ends: ['unknown', 'no_bubble'], delivered: 0, timing: silent },
  { fault: 'stuck_sending', ends: ['unknown', 'no_bubble'], delivered: 0, timing: silent },
];

const personOf = (fault: string): string => fault.replaceAll('_', '.');
const rulesOf = (some: Case[]) =>
  some.map(({ fault, rule, person = personOf(fault) }) => ({ name: fault, person, ...rule }));

/** Those that rest on what bubbles look like, met in another form of the pages and another language as well. */
const drawn = [
  'link_preview',
  'failed_bubble',
  'connection_lost_after_send',
  'limit_after_send',
  'hidden_bubble',
  'slow_sending',
];

/** The page was lost, or shows nothing: what a look from anew finds may be refused all the same. */
const refusedAfterAll = [
  { fault: 'dies_after_send', state: 'limited', reason: 'recipient_limits_messages' },
  { fault: 'dies_after_send', state: 'no_requests', reason: 'recipient_refuses_requests' },
  { fault: 'hidden_bubble', state: 'limited', reason: 'recipient_limits_messages' },
];

describe('sending at every bad moment', { timeout: 900_000 }, () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage();
    await stage.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: [
        ...cases.map(({ fault, person = personOf(fault) }) => person),
        ...refusedAfterAll.map(({ fault, state }) => `${personOf(fault)}.${personOf(state)}`),
      ],
      time_scale: timeScale,
    });
    await stage.enter('sender');
    await stage.sandbox.faults({ on: rulesOf(cases) });
  });
  after(() => stage.close());

  const meet = async ({ fault, person = personOf(fault), text, ends, delivered, timing, stops, says }: Case) => {
    const report = await stage.send(person, { ...(text === undefined ? {} : { text }), timing });
    assert.deepEqual([report.outcome, 'reason' in report ? report.reason : undefined], [ends[0], ends[1]], fault);
    assert.equal(report.stops?.reason, stops, fault);
    assert.match(report.stops?.detail ?? '', says ?? /^/u);
    assert.equal((await stage.deliveredTo(person)).length, delivered, fault);
  };

  for (const each of cases) {
    const { fault, person = personOf(fault) } = each;
    test(person === personOf(fault) ? fault : `${fault}, ${person}`, () => meet(each));
  }

  for (const { fault, state, reason } of refusedAfterAll) {
    test(`${fault}, and the person is ${state}`, async () => {
      const person = `${personOf(fault)}.${personOf(state)}`;
      await stage.sandbox.faults({ on: [fault, state].map((name) => ({ name, person })) });
      const report = await stage.send(person, { timing: { ...patiently, ...silent } });
      assert.deepEqual([report.outcome, 'reason' in report && report.reason], ['failed', reason]);
      assert.deepEqual(await stage.deliveredTo(person), []);
    });
  }

  test('prompts rose and none was accepted', async () => {
    const [account] = (await stage.sandbox.state()).accounts;
    assert.ok((account?.prompts.raised ?? 0) >= 7, JSON.stringify(account));
    assert.equal(account?.prompts.accepted, 0);
  });

  test('what was not certain is found out by looking, and then sent once', async () => {
    const person = personOf('swallowed');
    const text = `Hello ${person}, good to see you`;
    const found = await stage.instagram.verify(stage.page, {
      profileId: 1,
      username: 'sender',
      recipient: person,
      text,
      intent: { tail: [], at: '2026-01-01T00:00:00Z', account: null },
    });
    assert.deepEqual([found.outcome, 'reason' in found && found.reason], ['failed', 'not_sent']);
    assert.ok(found.outcome === 'failed' && found.isRetryable);
    await stage.sandbox.faults({ clear: true });
    assert.equal((await stage.send(person)).outcome, 'sent');
    const again = await stage.instagram.verify(stage.page, {
      profileId: 1,
      username: 'sender',
      recipient: person,
      text,
      intent: { tail: [], at: '2026-01-01T00:00:00Z', account: null },
    });
    assert.equal(again.outcome, 'sent');
    assert.equal((await stage.deliveredTo(person)).length, 1);
  });

  test('a message that the site draws otherwise is never taken for one that was not sent', async () => {
    const person = personOf('redrawn_text');
    await stage.sandbox.faults({ name: 'redrawn_text', person });
    const intent = { tail: [], at: '2026-01-01T00:00:00Z', account: null };
    for (const note of [intent, null]) {
      const job = { profileId: 1, username: 'sender', recipient: person, text: rich, intent: note };
      const found = await stage.instagram.verify(stage.page, job);
      assert.deepEqual([found.outcome, 'reason' in found && found.reason], ['unknown', 'reads_differently']);
    }
    const plain = { profileId: 1, username: 'sender', recipient: personOf('link_preview'), text: rich, intent };
    await stage.sandbox.faults({ name: 'link_preview', person: plain.recipient });
    assert.equal((await stage.instagram.verify(stage.page, plain)).outcome, 'sent');
  });

  test('what becomes of a message shows in Korean, and in a whole-page thread, as well', async () => {
    const some = cases.filter(({ fault }) => drawn.includes(fault));
    assert.equal(some.length, drawn.length);
    const states = ['full_page_thread', 'composer_cannes'];
    await stage.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret', language: 'ko', states }],
      people: some.map(({ fault }) => personOf(fault)),
      time_scale: timeScale,
    });
    await stage.enter('sender');
    await stage.sandbox.faults({ on: rulesOf(some) });
    for (const each of some) await meet(each);
  });
});
