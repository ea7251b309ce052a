import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PersonInput } from '@sandpiper/testkit/sandbox-control';
import {
  endOf,
  longSecondLook,
  openSandboxSession,
  timeScale,
  type SandboxSession,
} from '../../../testing/sandbox-session.ts';
import { markOf } from '../conversation/message.marks.ts';

type Message = NonNullable<PersonInput['messages']>[number];

const long = Array.from({ length: 60 }, (_, index): Message => ({
  account: 'sender',
  from: index % 3 === 0 ? 'me' : 'them',
  text: `Line ${index}`,
}));

describe('checking whether a message was sent', { timeout: 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: [
        'fresh',
        {
          username: 'old',
          messages: [
            { account: 'sender', from: 'me', text: 'Offer' },
            { account: 'sender', from: 'them', text: 'No' },
          ],
        },
        { username: 'long', messages: [{ account: 'sender', from: 'me', text: 'First of all' }, ...long] },
        {
          username: 'met',
          messages: [
            { account: 'sender', from: 'me', text: 'Offer' },
            { account: 'sender', from: 'me', text: 'Are you there?' },
            { account: 'sender', from: 'them', text: 'No' },
          ],
        },
        {
          username: 'eager',
          messages: [
            { account: 'sender', from: 'me', text: 'Offer' },
            ...Array.from({ length: 25 }, (_, index): Message => ({
              account: 'sender',
              from: 'them',
              text: `Answer ${index}`,
            })),
          ],
        },
        'shy',
        'going',
        { username: 'linked', messages: [{ account: 'sender', from: 'me', text: 'See https://shop.example/sale' }] },
        { username: 'theirs', messages: [{ account: 'sender', from: 'them', text: 'Offer' }] },
        { username: 'ghost', states: ['instagram_user'] },
      ],
      time_scale: timeScale,
    });
    await session.enter('sender');
  });
  after(() => session.close());

  const check = async (recipient: string, text: string, tail: string[]): Promise<string> => {
    const note = { tail, at: '2026-01-01T00:00:00.000Z', account: null };
    return endOf(await session.check(recipient, { text, note })).at(-1) ?? '';
  };
  const own = (text: string): string => markOf({ text, author: 'own' });
  const their = (text: string): string => markOf({ text, author: 'their' });

  test('an empty conversation proves that the message was not sent', async () => {
    assert.equal(await check('fresh', 'Offer', []), 'not_sent');
  });

  test('a message with the same text that is older than the journal note is not mistaken for the checked message', async () => {
    assert.equal(await check('met', 'Offer', [own('Offer'), own('Are you there?'), their('No')]), 'not_sent');
  });

  test('messages that may be newer than the checked message do not prove that it was not sent', async () => {
    assert.equal(await check('theirs', 'Something else', []), 'history_not_shown');
    assert.equal(
      await check('old', 'Offer', [own('Offer'), their('No')]),
      'history_not_shown',
      'the same message may have been sent and answered twice',
    );
    assert.equal(await check('eager', 'Offer', []), 'sent', 'the message is loaded from above the newest answers');
  });

  test('a message with the same text that is newer than the journal note is treated as the checked message', async () => {
    assert.equal(await check('old', 'Offer', []), 'sent');
  });

  test('a message that contains the agent’s text but seems to be by the other person does not prove that nothing was sent', async () => {
    assert.equal(await check('theirs', 'Offer', []), 'reads_differently');
    assert.equal(await check('theirs', 'Offer', [their('Offer')]), 'history_not_shown');
  });

  test('older messages are loaded until the remembered messages are visible', async () => {
    const tail = [own('First of all'), own('Line 0'), their('Line 1')];
    assert.equal(await check('long', 'Line 3', tail), 'sent');
    assert.equal(
      await check('long', 'Never written', tail),
      'reads_differently',
      'there are newer messages by the account',
    );
  });

  test('older messages are also loaded in a list whose newest message has the scroll position 0', async () => {
    await session.sandbox.faults({ name: 'list_reversed', account: 'sender' });
    assert.equal(await check('long', 'Line 3', [own('First of all'), own('Line 0'), their('Line 1')]), 'sent');
    await session.sandbox.faults({ clear: true });
  });

  test('a message with the same text proves nothing if the remembered messages are not found', async () => {
    assert.equal(await check('old', 'Offer', [own('Gone')]), 'history_not_shown');
    assert.equal(await check('long', 'First of all', [own('Gone')]), 'history_not_shown');
  });

  test('a person who can no longer be found might have received the message', async () => {
    await session.sandbox.faults({ name: 'not_found', person: 'old' });
    const report = await session.check('old', { text: 'Offer' });
    assert.deepEqual(endOf(report), ['unknown', 'history_not_shown']);
    assert.match('detail' in report ? (report.detail ?? '') : '', /no Instagram account with this username/u);
    await session.sandbox.faults({ clear: true });
  });

  test('an unexpected page proves nothing, and the report says so, because it counts toward a hold', async () => {
    await session.sandbox.faults({ name: 'page_error', person: 'old' });
    const report = await session.check('old', { text: 'Offer' });
    assert.deepEqual(endOf(report), ['unknown', 'check_failed']);
    assert.match('detail' in report ? (report.detail ?? '') : '', /page didn't load/u);
    await session.sandbox.faults({ clear: true });
  });

  test('waits for messages that load late', async () => {
    await session.sandbox.faults({ name: 'late_history', person: 'old', ms: 2500 });
    assert.deepEqual(endOf(await session.check('old', { text: 'Offer', timing: { quietMs: 6000 } })), ['sent']);
    await session.sandbox.faults({ clear: true });
  });

  test('a conversation that no longer shows its earlier messages proves nothing', async () => {
    assert.equal(await check('fresh', 'Offer', [own('Gone')]), 'history_not_shown');
  });

  test('a message that is still being sent might be the checked message', async () => {
    await session.sandbox.faults({ name: 'slow_sending', person: 'going', ms: 6000 });
    assert.equal((await session.send('going', { text: 'Offer', timing: { outcomeMs: 200 } })).outcome, 'unknown');
    assert.equal(await check('going', 'Offer', []), 'sent');
    await session.sandbox.faults({ clear: true });
  });

  test('recognizes an unlabeled message list by its messages, and reports the outcome as unknown if it has none', async () => {
    await session.sandbox.faults({ name: 'list_unlabelled', account: 'sender' });
    assert.equal(await check('old', 'Offer', []), 'sent');
    assert.equal(await check('met', 'Offer', [own('Offer'), own('Are you there?'), their('No')]), 'not_sent');
    await session.sandbox.faults({ name: 'link_preview', person: 'linked' });
    assert.equal(
      await check('linked', 'See https://shop.example/sale', []),
      'sent',
      'a link in a message is not a header',
    );
    const report = await session.check('fresh', { text: 'Offer', timing: { stepMs: 4000 } });
    assert.deepEqual(endOf(report), ['unknown', 'history_not_shown']);
    assert.equal((await session.send('fresh', { text: 'First' })).outcome, 'sent');
    assert.deepEqual(await session.deliveredTo('fresh'), ['First']);
    await session.sandbox.faults({ clear: true });
  });

  test('a message that was just sent can still be refused', async () => {
    await session.sandbox.faults({ on: [{ name: 'late_refusal', person: 'shy', ms: 8000 }] });
    await session.send('shy', { text: 'Offer' });
    const note = { tail: [], at: new Date(Date.now() + 60_000).toISOString(), account: null };
    const found = await session.check('shy', { text: 'Offer', note, timing: longSecondLook });
    assert.deepEqual(endOf(found), ['failed', 'recipient_refuses_requests']);
  });

  test('a conversation that cannot be read proves nothing', async () => {
    const report = await session.check('ghost', { text: 'Offer' });
    assert.deepEqual(endOf(report), ['unknown', 'history_not_shown']);
    assert.deepEqual(await session.deliveredTo('ghost'), []);
  });
});
