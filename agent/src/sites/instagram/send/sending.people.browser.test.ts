import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import type { FaultName } from '@sandpiper/testkit/sandbox-control';
import {
  endOf,
  longSecondLook,
  openSandboxSession,
  refusal,
  refused,
  timeScale,
  type SandboxSession,
} from '../../../testing/sandbox-session.ts';

type Case = {
  title: string;
  person: string;
  states?: FaultName[];
  ends: [outcome: string, reason?: string];
  delivered: number;
};

const cases: Case[] = [
  { title: 'a person with a Message button', person: 'alice', ends: ['sent'], delivered: 1 },
  { title: 'a username that nobody has', person: 'nobody.here', ends: ['not_found', 'not_found'], delivered: 0 },
  {
    title: 'a removed profile',
    person: 'gone1',
    states: ['not_found'],
    ends: ['not_found', 'not_found'],
    delivered: 0,
  },
  {
    title: 'a removed profile with the newer text',
    person: 'gone2',
    states: ['not_found_new'],
    ends: ['not_found', 'not_found'],
    delivered: 0,
  },
  { title: 'a private account', person: 'private1', states: ['private'], ends: ['sent'], delivered: 1 },
  {
    title: 'a private account without a button',
    person: 'private2',
    states: ['private_no_button'],
    ends: ['sent'],
    delivered: 1,
  },
  {
    title: 'a person who can only be messaged through the "…" menu',
    person: 'menu',
    states: ['message_in_menu'],
    ends: ['sent'],
    delivered: 1,
  },
  {
    title: 'a person who can only be found in the new-message dialog',
    person: 'search.me',
    states: ['message_button_missing'],
    ends: ['sent'],
    delivered: 1,
  },
  {
    title: 'a business with an interstitial',
    person: 'shop',
    states: ['business_interstitial'],
    ends: ['sent'],
    delivered: 1,
  },
  {
    title: 'a business with an interstitial over its conversation',
    person: 'shop2',
    states: ['interstitial_over_chat'],
    ends: ['sent'],
    delivered: 1,
  },
  {
    title: 'a business with an interstitial that can only be found in the new-message dialog',
    person: 'shop3',
    states: ['interstitial_over_chat', 'message_button_missing'],
    ends: ['sent'],
    delivered: 1,
  },
  {
    title: 'a person who wrote first',
    person: 'first',
    states: ['wrote_first'],
    ends: ['skipped', 'conversation'],
    delivered: 0,
  },
  {
    title: 'a person who accepts no requests',
    person: 'norequests',
    states: ['no_requests'],
    ends: ['failed', 'recipient_refuses_requests'],
    delivered: 0,
  },
  {
    title: 'a person who accepts messages only from some people',
    person: 'limited',
    states: ['limited'],
    ends: ['failed', 'recipient_limits_messages'],
    delivered: 0,
  },
  {
    title: 'a person who cannot be messaged',
    person: 'closed',
    states: ['cannot_message'],
    ends: ['failed', 'recipient_cannot_be_messaged'],
    delivered: 0,
  },
  {
    title: 'an account that was deleted or blocks the sender',
    person: 'ghost',
    states: ['instagram_user'],
    ends: ['failed', 'recipient_gone'],
    delivered: 0,
  },
  {
    title: 'a person with a pending invite',
    person: 'invited',
    states: ['invite_pending'],
    ends: ['failed', 'invite_pending'],
    delivered: 0,
  },
  {
    title: 'a person who can be sent only one message until they accept it',
    person: 'once',
    states: ['one_message_only'],
    ends: ['sent'],
    delivered: 1,
  },
  {
    title: 'a chat in which a message quotes a rate limit',
    person: 'quoter',
    states: ['chat_words'],
    ends: ['sent'],
    delivered: 1,
  },
];

describe('sending to people in different states', { timeout: 1_800_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: [
        ...cases
          .filter(({ person }) => person !== 'nobody.here')
          .map(({ person, states = [] }) => ({ username: person, states })),
        { username: 'locked', states: ['private_no_button'] },
        { username: 'talker', messages: [{ account: 'sender', from: 'them', text: 'Who are you?' }] },
        { username: 'listener', messages: [{ account: 'sender', from: 'me', text: 'Earlier' }] },
      ],
      time_scale: timeScale,
    });
    await session.enter('sender');
  });
  after(() => session.close());

  for (const { title, person, ends, delivered } of cases) {
    test(`ends as ${ends.join(', ')} for ${title}`, async () => {
      const timing = ends[1] === 'recipient_refuses_requests' ? longSecondLook : {};
      const report = await session.send(person, { timing });
      assert.deepEqual(endOf(report), ends);
      assert.equal((await session.deliveredTo(person)).length, delivered);
    });
  }

  test('never chooses "Send prioritized message"', async () => {
    const [account] = (await session.sandbox.state()).accounts;
    assert.deepEqual(account?.prioritised, []);
  });

  test('a second message to a person who has not accepted the first is not sent', async () => {
    const report = await session.send('once', { text: 'And another thing' });
    assert.deepEqual(report.outcome === 'failed' && report.reason, 'invite_pending');
    assert.equal((await session.deliveredTo('once')).length, 1);
  });

  test('the name of one of the site’s own pages is not mistaken for a person', async () => {
    const report = await session.send('challenge');
    assert.deepEqual(endOf(report), ['failed', 'not_a_person']);
  });

  test('non-breaking spaces and CRLF line breaks are typed correctly', async () => {
    const report = await session.send('alice', { text: 'Dear\u00a0Alice,\r\nhow\u00a0are you?' });
    assert.equal(report.outcome, 'sent');
    assert.match((await session.deliveredTo('alice')).at(-1) ?? '', /^Dear\sAlice,\nhow\sare you\?$/u);
  });

  test('waits for late search results and late buttons', async () => {
    await session.sandbox.faults({ name: 'late_search', ms: 2500 });
    assert.equal((await session.send('search.me', { text: 'Found at last' })).outcome, 'sent');
    await session.sandbox.faults({
      clear: true,
      on: [
        { name: 'late_search', ms: 600_000 },
        { name: 'late_profile_buttons', person: 'shop', ms: 2500 },
      ],
    });
    const timing = { buttonMs: 30_000, searchMs: 1000 };
    assert.equal((await session.send('shop', { text: 'Seen at last', timing })).outcome, 'sent');
    const never = await session.send('search.me', { text: 'Not found', timing: { searchMs: 1000 } });
    assert.deepEqual(endOf(never), ['failed', 'not_in_search']);
    const locked = await session.send('locked', { text: 'Not found', timing: { buttonMs: 1200, searchMs: 1000 } });
    assert.deepEqual(endOf(locked), ['failed', 'recipient_private']);
    await session.sandbox.faults({ clear: true });
  });

  test('several lines, emoji and other scripts arrive as they were written', async () => {
    const text = 'Привет, 世界 👋🏽\n\nสวัสดี 👩‍👩‍👧 مرحبا "quotes" & <tags>\nlast line 🇰🇷';
    const report = await session.send('alice', { text });
    assert.equal(report.outcome, 'sent');
    assert.equal((await session.deliveredTo('alice')).at(-1), text);
  });

  test('nothing is sent when the server refuses, and no draft is left behind', async () => {
    const beforeSend = () => Promise.resolve(refused);
    assert.deepEqual(await session.send('menu', { text: 'Not wanted', beforeSend }), refusal);
    assert.equal((await session.deliveredTo('menu')).length, 1);
    assert.equal((await session.send('menu', { text: 'Wanted' })).outcome, 'sent');
    assert.deepEqual((await session.deliveredTo('menu')).at(-1), 'Wanted');
  });

  test('a person whose profile is missing at first is looked up again', async () => {
    await session.sandbox.faults({ clear: true, on: [{ name: 'profile_missing', person: 'alice', times: 1 }] });
    assert.equal((await session.send('alice', { text: 'There after all' })).outcome, 'sent');
  });

  test('a person who has written is skipped before anything is typed, if the job skips such people', async () => {
    const beforeSend = mock.fn(() => Promise.resolve({ maySend: true } as const));
    const typed = mock.method(session.page, 'type');
    const job = { skipsConversations: true, beforeSend, text: 'Not typed' };
    assert.deepEqual(endOf(await session.send('talker', job)), ['skipped', 'conversation']);
    assert.deepEqual([typed.mock.callCount(), beforeSend.mock.callCount()], [0, 0]);
    typed.mock.restore();
    assert.deepEqual(await session.deliveredTo('talker'), []);
    assert.deepEqual(endOf(await session.send('listener', job)), ['sent'], 'only the account has written there');
    assert.deepEqual(
      endOf(await session.send('talker', { text: 'All the same' })),
      ['sent'],
      'the job does not skip such people',
    );
  });

  test('checks the account\'s own profile if "not found" is in doubt, and stops the account if its profile is missing too', async () => {
    await session.sandbox.faults({ clear: true });
    const nobody = ['not_found', 'not_found'];
    assert.deepEqual(
      endOf(await session.send('no.one', { doubtsNotFound: true })),
      nobody,
      "the account's own profile exists",
    );
    await session.sandbox.faults({ name: 'profile_missing' });
    assert.deepEqual(endOf(await session.send('alice')), nobody, '"not found" is not in doubt');
    const stop = { reason: 'own_profile_missing', detail: '@sender' };
    assert.deepEqual(await session.send('alice', { doubtsNotFound: true }), { outcome: 'released', ...stop, stop });
    await session.sandbox.faults({ clear: true });
  });

  test('a conversation without a composer is treated as not loaded, and does not stop the account', async () => {
    await session.sandbox.faults({ clear: true, on: [{ name: 'composer_unknown' }] });
    const report = await session.send('alice', { timing: { stepMs: 4000 } });
    assert.deepEqual(endOf(report), ['failed', 'chat_did_not_load']);
    assert.equal(report.stop ?? null, null);
    await session.sandbox.faults({ clear: true });
  });
});
