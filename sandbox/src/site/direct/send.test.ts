import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { SendFaultName } from '../../faults/fault.catalog.ts';
import { isDeepStrictEqual } from 'node:util';
import { startSandbox } from '../../testing/sandbox.ts';
import type { Sandbox } from '../../testing/sandbox.ts';
import { pollUntil } from '@sandpiper/testkit/poll-until';
import { chatSchema, sendVariables, visitAs } from '../../testing/visitor.ts';
import type { Chat } from '../../testing/visitor.ts';

interface Expected {
  delivered: boolean;
  /** What the thread shows immediately after sending. Some messages have a suffix, such as "(failed)". */
  shown: string[];
  /** What the thread shows on a page that is opened later. */
  later: string[];
  dialog?: string;
  goTo?: string;
}

const refusal =
  "notice: This account can't receive your message because they don't allow new message requests from everyone.";
const limited = (dialog: string): Expected => ({
  delivered: false,
  shown: ['mine: hello (failed)'],
  later: ['mine: hello (failed)'],
  dialog,
});

const outcomes: Record<
  Exclude<SendFaultName, 'connection_lost_on_send' | 'connection_lost_after_send' | 'text_stays'>,
  Expected
> = {
  rate_limit: limited('rate_limit'),
  rate_limit_restrict: limited('rate_limit_restrict'),
  action_blocked: limited('action_blocked'),
  wait_few_minutes: limited('wait_few_minutes'),
  daily_limit: limited('daily_limit'),
  challenge_on_send: { delivered: false, shown: [], later: [], goTo: '/challenge/?next=%2F' },
  signed_out_on_send: { delivered: false, shown: [], later: [], goTo: '/accounts/login/' },
  limit_without_bubble: { delivered: false, shown: [], later: [], dialog: 'rate_limit' },
  limit_after_send: { delivered: true, shown: ['mine: hello'], later: ['mine: hello'], dialog: 'rate_limit' },
  strange_notice_on_send: {
    delivered: true,
    shown: ['mine: hello'],
    later: ['mine: hello'],
    dialog: 'strange_notice',
  },
  failed_bubble: { delivered: false, shown: ['mine: hello (failed)'], later: ['mine: hello (failed)'] },
  late_failure: { delivered: false, shown: ['mine: hello'], later: ['mine: hello (failed)'] },
  stuck_sending: { delivered: false, shown: ['mine: hello (sending)'], later: [] },
  swallowed: { delivered: false, shown: [], later: [] },
  late_refusal: { delivered: false, shown: ['mine: hello'], later: ['mine: hello', refusal] },
  dies_after_send: { delivered: true, shown: ['mine: hello'], later: ['mine: hello'], goTo: '/static/gone' },
  hidden_bubble: { delivered: true, shown: [], later: ['mine: hello'] },
  late_bubble: { delivered: true, shown: [], later: ['mine: hello'] },
  slow_sending: { delivered: true, shown: ['mine: hello (sending)'], later: ['mine: hello'] },
};

function summary({ messages }: Chat): string[] {
  return messages.map(
    ({ kind, text, isSending, isFailed }) =>
      `${kind}: ${text}${isSending ? ' (sending)' : ''}${isFailed ? ' (failed)' : ''}`,
  );
}

/** Reopens the thread until it shows the expected messages. */
async function showsLater(sandbox: Sandbox, person: string, expected: string[]): Promise<void> {
  const wren = async () => summary((await (await visitAs(sandbox, 'wren')).open(person)).chat);
  assert.deepEqual(await pollUntil(wren, (shown) => isDeepStrictEqual(shown, expected)), expected);
}

describe('what happens to a message', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(() => sandbox.reset({ accounts: [{ username: 'wren', password: 'pw' }], people: ['mia', 'jo'] }));

  const send = async (text = 'hello') => {
    const wren = await visitAs(sandbox, 'wren');
    const { thread } = await wren.open('mia');
    return wren.send(thread, text);
  };

  test('a message without faults is delivered and recorded', async () => {
    const result = await send('hello\n\nthere 🐦');
    assert.deepEqual(summary(result), ['mine: hello\n\nthere 🐦']);
    const deliveries = await sandbox.deliveries();
    assert.deepEqual(
      deliveries.map(({ from, to, text }) => ({ from, to, text })),
      [{ from: 'wren', to: 'mia', text: 'hello\n\nthere 🐦' }],
    );
  });

  for (const [name, expected] of Object.entries(outcomes)) {
    test(`${name}: the message is ${expected.delivered ? 'delivered' : 'not delivered'}`, async () => {
      const fault = outcomeName(name);
      await sandbox.faults({ name: fault, times: 1, ...(timed.has(fault) ? { ms: 150 } : {}) });
      const result = await send();
      assert.deepEqual(summary(result), expected.shown);
      assert.equal(result.dialog, expected.dialog ?? null);
      assert.equal(result.goTo, expected.goTo ?? null);
      assert.equal((await sandbox.deliveries()).length, expected.delivered ? 1 : 0);
      await showsLater(sandbox, 'mia', expected.later);
      assert.equal((await sandbox.deliveries()).length, expected.delivered ? 1 : 0);
    });
  }

  test('a message is not delivered and leaves nothing behind if the connection is lost before it arrives', async () => {
    await sandbox.faults({ on: [{ name: 'connection_lost_on_send', times: 1 }] });
    await assert.rejects(send());
    await showsLater(sandbox, 'mia', []);
    assert.deepEqual(await sandbox.deliveries(), []);
  });

  test('a message is delivered and shown on the next page if the connection is lost after it has arrived', async () => {
    await sandbox.faults({ on: [{ name: 'connection_lost_after_send', times: 1 }] });
    await assert.rejects(send());
    await showsLater(sandbox, 'mia', ['mine: hello']);
    assert.equal((await sandbox.deliveries()).length, 1);
  });

  test('text that stays in the composer is still delivered, and a prompt appears', async () => {
    await sandbox.faults({ on: [{ name: 'text_stays', ms: 150 }] });
    const result = await send();
    assert.deepEqual([summary(result), result.dialog], [['mine: hello (sending)'], 'notifications']);
    await showsLater(sandbox, 'mia', ['mine: hello']);
    assert.equal((await sandbox.deliveries()).length, 1);
  });

  test('a message to a person who accepts no requests is not delivered, even if another fault makes its bubble appear late', async () => {
    await sandbox.faults({ on: [{ name: 'no_requests' }, { name: 'late_bubble', ms: 100 }] });
    await send();
    await showsLater(sandbox, 'mia', ['mine: hello', refusal]);
    assert.deepEqual(await sandbox.deliveries(), []);
  });

  test('a limit that starts after a number of sends lets the earlier messages through', async () => {
    await sandbox.faults({ name: 'rate_limit', account: 'wren', after: 2 });
    const dialogs = [];
    for (const text of ['one', 'two', 'three', 'four']) dialogs.push((await send(text)).dialog);
    assert.deepEqual(dialogs, [null, null, 'rate_limit', 'rate_limit']);
    assert.deepEqual(
      (await sandbox.deliveries()).map(({ text }) => text),
      ['one', 'two'],
    );
  });

  test('a message is refused after a delay if the person accepts no requests, and immediately if the person limits messages', async () => {
    await sandbox.faults({
      on: [
        { name: 'no_requests', person: 'mia' },
        { name: 'limited', person: 'jo' },
      ],
    });
    assert.deepEqual(summary(await send()), ['mine: hello']);
    await showsLater(sandbox, 'mia', ['mine: hello', refusal]);
    const wren = await visitAs(sandbox, 'wren');
    const { thread } = await wren.open('jo');
    assert.deepEqual(summary(await wren.send(thread, 'hi')), [
      'mine: hi',
      'notice: Not everyone can message this account.',
    ]);
    assert.deepEqual(await sandbox.deliveries(), []);
  });

  test('a message sent to a conversation without a composer is not delivered', async () => {
    for (const name of ['cannot_message', 'invite_pending', 'request_sent', 'instagram_user', 'wrote_first'] as const) {
      await sandbox.faults({ clear: true, on: [{ name, person: 'mia' }] });
      assert.notEqual((await send()).block, null, name);
    }
    assert.deepEqual(await sandbox.deliveries(), []);
  });

  test('a second message is not delivered while the invitation is pending, if only one message is allowed', async () => {
    await sandbox.faults({ name: 'one_message_only' });
    assert.equal((await send('first')).block, 'invite');
    await send('second');
    assert.deepEqual(
      (await sandbox.deliveries()).map(({ text }) => text),
      ['first'],
    );
  });

  test('a request for the changes in a conversation gets a response as soon as there is a change', async () => {
    const wren = await visitAs(sandbox, 'wren');
    const { thread, chat } = await wren.open('mia');
    const startedAt = performance.now();
    const changed = wren.get(`/ajax/direct/messages/${thread}?shown=${chat.digest}`);
    await wren.send(thread, 'hi');
    const { messages } = chatSchema.parse(await (await changed).json());
    assert.deepEqual(
      messages.map(({ text }) => text),
      ['hi'],
    );
    assert.ok(performance.now() - startedAt < 10_000, 'the request must not wait for its timeout');
  });

  test('an account cannot send in another account’s thread', async () => {
    await sandbox.reset({
      accounts: [
        { username: 'wren', password: 'pw' },
        { username: 'otis', password: 'pw' },
      ],
      people: ['mia'],
    });
    const wren = await visitAs(sandbox, 'wren');
    const { thread } = await wren.open('mia');
    const otis = await visitAs(sandbox, 'otis');
    const call = sendVariables(thread, '1', 'hi');
    assert.equal((await otis.graphql('IGDirectTextSendMutation', call)).status, 404);
    assert.equal((await fetch(`${sandbox.url}/ajax/direct/messages/${thread}`)).status, 401);
  });
});

const timed = new Set<SendFaultName>(['late_failure', 'late_refusal', 'late_bubble', 'slow_sending']);

function outcomeName(name: string): keyof typeof outcomes {
  assert.ok(isOutcome(name));
  return name;
}

function isOutcome(name: string): name is keyof typeof outcomes {
  return Object.hasOwn(outcomes, name);
}
