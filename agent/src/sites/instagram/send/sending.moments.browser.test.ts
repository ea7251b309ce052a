import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import type { FaultName, FaultRuleInput } from '@sandpiper/testkit/sandbox-control';
import {
  endOf,
  longSecondLook,
  openSandboxSession,
  timeScale,
  type SandboxSession,
} from '../../../testing/sandbox-session.ts';
import type { SiteTiming } from '../site.context.ts';

type Case = {
  fault: FaultName;
  /** The person to write to. The default is a person named after the fault. */
  person?: string;
  text?: string;
  rule?: Omit<FaultRuleInput, 'name'>;
  ends: [outcome: string, reason?: string];
  delivered: number;
  timing?: Partial<SiteTiming>;
  /** The stop reason, if the account must also stop. */
  stop?: string;
  /** What a later check finds, if the outcome is unknown. */
  found?: [outcome: string, reason?: string];
};

const sent = { ends: ['sent'] as [string], delivered: 1 };
/** A short timeout, because the agent waits for the whole timeout if the page shows nothing. */
const silent: Partial<SiteTiming> = { outcomeMs: 4000 };
const unexplained: Partial<SiteTiming> = { reasonMs: 1500 };
const limited = { ends: ['released', 'rate_limited'] as [string, string], delivered: 0, stop: 'rate_limited' };
/** A message that is marked as failed may still have been sent, so the outcome is unknown. The account must also stop. */
const rateLimited = { ends: ['unknown', 'not_delivered'] as [string, string], delivered: 0, stop: 'rate_limited' };
const unseen = { ends: ['unknown', 'no_bubble'] as [string, string] };
const found = { found: ['sent'] as [string] };
const notSent = { found: ['failed', 'not_sent'] as [string, string] };
/** Several lines with a link and a smiley. Sites often display these differently from what was typed. */
const rich = 'Hello there :)\nOur new shop: https://shop.example/spring?ref=message\n\nGood to see you';
const readsDifferently: [string, string] = ['unknown', 'reads_differently'];

/** Faults that occur at certain moments and leave the account signed in. */
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
  // As far as the agent can tell, the composer received the key press. The page shows only later that the key press had no effect.
  { fault: 'prompt_takes_enter', ends: ['unknown', 'enter_ignored'], delivered: 0, timing: silent, ...notSent },
  { fault: 'harmless_try_again', rule: { times: 1 }, ...sent },
  { fault: 'rate_limit_on_load', ...limited },
  { fault: 'rate_limit', ...rateLimited },
  { fault: 'rate_limit_restrict', ...rateLimited },
  { fault: 'action_blocked', ...rateLimited },
  { fault: 'wait_few_minutes', ...rateLimited },
  { fault: 'daily_limit', ...rateLimited },
  // First, the message is marked as failed. The explanation appears later.
  { fault: 'rate_limit', person: 'explained.later', rule: { ms: 3000 }, ...rateLimited },
  { fault: 'too_many_requests', ...limited },
  { fault: 'forbidden', ends: ['failed', 'page_refused'], delivered: 0 },
  { fault: 'link_preview', text: rich, ...sent },
  { fault: 'lines_as_blocks', text: rich, ...sent },
  { fault: 'redrawn_text', text: rich, ends: readsDifferently, delivered: 1, timing: silent, found: readsDifferently },
  { fault: 'strange_notice', ends: ['failed', 'unexpected_dialog'], delivered: 0 },
  { fault: 'late_history', rule: { ms: 3000, times: 1 }, ...sent },
  { fault: 'connection_reset', person: 'nobody.home', ends: ['released', 'network'], delivered: 0 },
  // The "failed" mark doesn't prove that nothing was sent, because the message may have arrived before the connection was lost.
  {
    fault: 'late_failure',
    ends: ['unknown', 'not_delivered'],
    delivered: 0,
    timing: { ...longSecondLook, ...unexplained },
  },
  { fault: 'failed_bubble', ends: ['unknown', 'not_delivered'], delivered: 0, timing: unexplained },
  { fault: 'connection_lost_on_send', ends: ['unknown', 'not_delivered'], delivered: 0, timing: unexplained },
  {
    fault: 'connection_lost_after_send',
    ends: ['unknown', 'not_delivered'],
    delivered: 1,
    timing: unexplained,
    ...found,
  },
  {
    fault: 'limit_without_bubble',
    ends: ['unknown', 'no_bubble'],
    delivered: 0,
    timing: { outcomeMs: 4000 },
    stop: 'rate_limited',
  },
  {
    fault: 'limit_after_send',
    rule: { ms: 500 },
    ...sent,
    timing: { secondLookMs: 4000 },
    stop: 'rate_limited',
  },
  // The notice may mean anything, so the account isn't stopped.
  { fault: 'strange_notice_on_send', rule: { ms: 500 }, ...sent, timing: { secondLookMs: 4000 } },
  {
    fault: 'text_stays',
    rule: { ms: 3000 },
    ends: ['unknown', 'enter_ignored'],
    delivered: 1,
    timing: silent,
    ...found,
  },
  { fault: 'late_refusal', ends: ['failed', 'recipient_refuses_requests'], delivered: 0, timing: longSecondLook },
  { fault: 'dies_after_send', ends: ['unknown', 'conversation_unseen'], delivered: 1, timing: silent, ...found },
  { fault: 'hidden_bubble', ...unseen, delivered: 1, timing: silent, ...found },
  { fault: 'late_bubble', rule: { ms: 1500 }, ...sent },
  { fault: 'slow_sending', rule: { ms: 1500 }, ...sent },
  { fault: 'swallowed', ...unseen, delivered: 0, timing: silent, ...notSent },
  { fault: 'stuck_sending', ...unseen, delivered: 0, timing: silent },
];

const personOf = (fault: string): string => fault.replaceAll('_', '.');
const rulesOf = (some: Case[]) =>
  some.map(({ fault, rule, person = personOf(fault) }) => ({ name: fault, person, ...rule }));

/** The reasons for which an attempt can end before Enter is pressed. */
const beforeEnter = new Set(['rate_limited', 'page_refused', 'unexpected_dialog', 'network']);

/**
 * Faults whose outcome the agent recognizes from the message bubbles or from a dialog. They are also tested in Korean, in a full-page
 * conversation.
 */
const drawn: FaultName[] = [
  'link_preview',
  'failed_bubble',
  'connection_lost_after_send',
  'limit_after_send',
  'hidden_bubble',
  'slow_sending',
];

/** Cases in which the page fails or shows nothing, but a later check may still find a refusal. */
const refusedAfterAll: { fault: FaultName; state: FaultName; reason: string }[] = [
  { fault: 'dies_after_send', state: 'limited', reason: 'recipient_limits_messages' },
  { fault: 'dies_after_send', state: 'no_requests', reason: 'recipient_refuses_requests' },
  { fault: 'hidden_bubble', state: 'limited', reason: 'recipient_limits_messages' },
];

describe('sending with faults at different moments', { timeout: 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: [
        ...cases.map(({ fault, person = personOf(fault) }) => person),
        ...refusedAfterAll.map(({ fault, state }) => `${personOf(fault)}.${personOf(state)}`),
      ],
      time_scale: timeScale,
    });
    await session.enter('sender');
    await session.sandbox.faults({ on: rulesOf(cases) });
  });
  after(() => session.close());

  const meet = async ({ fault, person = personOf(fault), text, ends, delivered, timing, stop, found }: Case) => {
    const job = text === undefined ? {} : { text };
    const press = mock.method(session.page, 'press');
    const report = await session.send(person, { ...job, timing });
    const enters = press.mock.calls.filter((call) => call.arguments[0] === 'Enter').length;
    press.mock.restore();
    assert.deepEqual(endOf(report), ends, `${fault}: ${JSON.stringify(report)}`);
    assert.equal(report.stop?.reason, stop, fault);
    assert.ok(enters === (beforeEnter.has(ends.at(-1) ?? '') ? 0 : 1), `${fault}: Enter was pressed ${enters} times`);
    assert.equal((await session.deliveredTo(person)).length, delivered, fault);
    if (found !== undefined) assert.deepEqual(endOf(await session.check(person, job)), found, fault);
  };

  for (const each of cases) {
    const { fault, person = personOf(fault), ends } = each;
    test(`${fault} for ${person} ends as ${ends.join(', ')}`, () => meet(each));
  }

  for (const { fault, state, reason } of refusedAfterAll) {
    test(`a refusal by a person in the state ${state} is found after ${fault}`, async () => {
      const person = `${personOf(fault)}.${personOf(state)}`;
      await session.sandbox.faults({ on: [fault, state].map((name) => ({ name, person })) });
      const report = await session.send(person, { timing: { ...longSecondLook, ...silent } });
      // A refusal may also appear while the agent is still watching the page.
      const isOver = report.outcome === 'failed';
      assert.deepEqual(endOf(isOver ? report : await session.check(person, { timing: longSecondLook })), [
        'failed',
        reason,
      ]);
      assert.deepEqual(await session.deliveredTo(person), []);
    });
  }

  test('accepts none of the prompts that appeared', async () => {
    const [account] = (await session.sandbox.state()).accounts;
    assert.ok((account?.prompts.raised ?? 0) >= 7, JSON.stringify(account));
    assert.equal(account?.prompts.accepted, 0);
  });

  test('a check recognizes a message even if the site shows the preview of a linked page with it', async () => {
    const person = personOf('link_preview');
    assert.deepEqual(endOf(await session.check(person, { text: rich })), ['sent']);
  });

  test('outcomes are recognized in Korean, in a full-page conversation', async () => {
    const some = cases.filter(({ fault }) => drawn.includes(fault));
    assert.equal(some.length, drawn.length);
    const states: FaultName[] = ['full_page_thread', 'composer_cannes'];
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret', language: 'ko', states }],
      people: some.map(({ fault }) => personOf(fault)),
      time_scale: timeScale,
    });
    await session.enter('sender');
    await session.sandbox.faults({ on: rulesOf(some) });
    for (const each of some) await meet(each);
  });
});
