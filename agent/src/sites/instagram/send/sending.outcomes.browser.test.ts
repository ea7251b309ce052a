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
import type { GoAheadAnswer } from './go-ahead.ts';

describe('the go-ahead and the outcomes of sending', { timeout: 2_400_000 }, () => {
  let session: SandboxSession;
  before(async () => {
    session = await openSandboxSession();
    await session.sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: [
        'afterward',
        'asleep',
        'left.alone',
        'late.truth',
        'limited.strangely',
        'sleepy',
        'strangely.marked',
        'too.late',
        'asked.twice',
      ],
      time_scale: timeScale,
    });
    await session.enter('sender');
  });
  after(() => session.close());

  test('the outcome is unknown if the agent cannot see the conversation', async () => {
    const report = await session.send('left.alone', {
      beforeSend: async () => {
        await session.page.open(`${session.sandbox.url}/`);
        return refused;
      },
    });
    assert.deepEqual(endOf(report), ['unknown', 'conversation_unseen']);
    assert.deepEqual(await session.deliveredTo('left.alone'), []);
  });

  test('the outcome is unknown if the computer slept right after Enter', async () => {
    const now = Date.now.bind(Date);
    let ahead = 0;
    const clock = mock.method(Date, 'now', () => now() + (ahead += 20_000));
    try {
      const report = await session.send('sleepy', { timing: { sleepMs: 10_000, goAheadMs: 600_000 } });
      assert.deepEqual(endOf(report), ['unknown', 'computer_slept']);
    } finally {
      clock.mock.restore();
    }
    assert.equal((await session.deliveredTo('sleepy')).length, 1);
  });

  test('the outcome is unknown if the computer slept before the message appeared', async () => {
    const now = Date.now.bind(Date);
    let ahead = 0;
    const clock = mock.method(Date, 'now', () => now() + ahead);
    const { press } = session.page;
    const enter = mock.method(session.page, 'press', async (key: Parameters<typeof press>[0]) => {
      await press(key);
      if (key === 'Enter') ahead = 3_600_000;
    });
    try {
      const report = await session.send('asleep', { timing: { sleepMs: 10_000 } });
      assert.deepEqual(endOf(report), ['unknown', 'computer_slept']);
    } finally {
      clock.mock.restore();
      enter.mock.restore();
    }
    assert.equal((await session.deliveredTo('asleep')).length, 1);
  });

  test('Enter is not pressed after the go-ahead has expired, and the server is asked at most twice', async () => {
    const beforeSend = mock.fn(() => Promise.resolve<GoAheadAnswer>({ maySend: true }));
    const report = await session.send('too.late', { text: 'Wanted at once', beforeSend, timing: { goAheadMs: 0 } });
    assert.deepEqual([endOf(report), beforeSend.mock.callCount()], [['failed', 'not_pressed'], 2]);
    assert.deepEqual(await session.deliveredTo('too.late'), []);
  });

  test('the server is asked again if the go-ahead has expired, and its second answer counts', async () => {
    await session.sandbox.faults({ clear: true });
    let asked = 0;
    const beforeSend = async (): Promise<GoAheadAnswer> => {
      asked += 1;
      // Remove focus from the composer, as something else on the page might do at this moment.
      await session.page.read('document.activeElement.blur()');
      return asked < 2 ? { maySend: true } : refused;
    };
    assert.deepEqual(await session.send('asked.twice', { beforeSend, timing: { goAheadMs: -1 } }), refusal);
    assert.deepEqual([asked, await session.deliveredTo('asked.twice')], [2, []]);
  });

  test('a message with an unknown notice under it is not reported as sent', async () => {
    const strange: Record<string, FaultName[]> = {
      'limited.strangely': ['limited_strangely'],
      'strangely.marked': ['strange_mark', 'failed_bubble'],
    };
    for (const [person, faults] of Object.entries(strange)) {
      await session.sandbox.faults({ on: faults.map((name) => ({ name, person })) });
      for (const end of [await session.send(person, { timing: longSecondLook }), await session.check(person)]) {
        assert.deepEqual(endOf(end), ['unknown', 'unknown_notice'], person);
        assert.match('detail' in end ? (end.detail ?? '') : '', /^"(?:Whoever keeps this mailbox|Held back)/u);
      }
      assert.deepEqual(await session.deliveredTo(person), []);
    }
  });

  test('a message marked as failed is not reported as failed if messages that load late contradict the mark', async () => {
    const person = 'late.truth';
    await session.sandbox.faults({
      on: [
        { name: 'connection_lost_after_send', person },
        { name: 'late_history', person, ms: 2500 },
      ],
    });
    const report = await session.send(person, { timing: { reasonMs: 1500 } });
    assert.deepEqual(endOf(report), ['unknown', 'not_delivered']);
    assert.deepEqual(endOf(await session.check(person, { timing: { quietMs: 6000 } })), ['sent']);
  });

  test('a page that keeps responding with HTTP 500 is a failure that can be retried', async () => {
    await session.sandbox.faults({ name: 'page_error', person: 'afterward' });
    const report = await session.send('afterward');
    assert.deepEqual(report, { outcome: 'failed', reason: 'page_failed', detail: 'HTTP 500' });
    assert.equal((await session.deliveredTo('afterward')).length, 0);
  });

  for (const [fault, reason] of [
    ['challenge_on_send', 'challenge'],
    ['signed_out_on_send', 'signed_out'],
  ] as const) {
    test(`${fault}: the outcome is unknown, and the account stops`, async () => {
      await session.sandbox.faults({ clear: true, on: [{ name: fault, person: 'afterward' }] });
      const report = await session.send('afterward');
      assert.deepEqual(endOf(report), ['unknown', 'objection_met']);
      assert.equal(report.stop?.reason, reason, 'the account stops immediately');
      await session.sandbox.changeAccount('sender', { clear_checkpoint: true });
    });
  }
});
