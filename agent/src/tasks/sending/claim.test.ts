import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { PageError } from '../../browser/page.ts';
import type { SendJob } from '../../sites/instagram/instagram.ts';
import type { FakeDelivery } from '../../testing/fake-server.state.ts';
import { useAgentHarness, until } from '../../testing/working-agent.ts';
import { isAllReported } from './reporter.ts';
import { runClaim } from './claim.ts';

const never = new Promise<never>(() => undefined);

describe('a claim', { timeout: 120_000 }, () => {
  const at = useAgentHarness(1);
  let delivery: FakeDelivery;
  const reasons = () => delivery.reports.map((each) => [each.outcome, each.reason]);
  beforeEach(() => {
    delivery = at.server.addDelivery('alice', 'Hello');
    at.agent.timing = { ...at.agent.timing, attemptMs: 2000 };
  });

  test('is carried out, and its report is acknowledged', async () => {
    at.agent.timing = { ...at.agent.timing, attemptMs: 60_000 };
    const turn = await runClaim(at.agent, 1);
    assert.deepEqual([turn.delivery !== null && turn.isReported, delivery.state.status], [true, 'sent']);
    const { beforeSend: _beforeSend, ...job } = at.agent.instagram.sends[0] ?? assert.fail();
    assert.deepEqual(job, {
      profileId: 1,
      username: null,
      recipient: 'alice',
      text: 'Hello',
      skipsConversations: true,
      doubtsNotFound: false,
    });
    const next = await runClaim(at.agent, 1);
    assert.deepEqual([next.delivery, next.delivery === null && next.reason], [null, 'nothing_left']);
    assert.equal(isAllReported(at.agent), true);
  });

  test('a person who has written to the account is skipped', async () => {
    at.agent.instagram.send = () => Promise.resolve({ outcome: 'skipped', reason: 'conversation', detail: null });
    await runClaim(at.agent, 1);
    assert.deepEqual([reasons(), delivery.state.status], [[['skipped', 'conversation']], 'skipped']);
    assert.match(at.agent.lines.join('\n'), /alice: skipped\. Has already written to you\./u);
  });

  test('is released, and the window is closed, if the attempt hangs before it writes its note', async () => {
    at.agent.instagram.send = () => never;
    await runClaim(at.agent, 1);
    assert.deepEqual([reasons(), at.agent.windows.list()], [[['released', 'took_too_long']], []]);
  });

  test('an attempt that hangs after it has written its note has an unknown outcome, and the next claim checks the message', async () => {
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      return never;
    };
    await runClaim(at.agent, 1);
    assert.deepEqual(reasons(), [['unknown', 'interrupted']]);
    delivery.waitsUntil = 0;
    await runClaim(at.agent, 1);
    assert.deepEqual([reasons().at(-1), at.agent.instagram.checks.length], [['sent', null], 1]);
  });

  test('a check that hangs has an unknown outcome', async () => {
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      throw new PageError('script', 'gone');
    };
    at.agent.instagram.check = () => never;
    await runClaim(at.agent, 1);
    delivery.waitsUntil = 0;
    await runClaim(at.agent, 1);
    assert.deepEqual(reasons(), [
      ['unknown', 'page_lost'],
      ['unknown', 'history_not_shown'],
    ]);
  });

  test('an attempt that has timed out gets no go-ahead', async () => {
    const { promise: late, resolve } = Promise.withResolvers<SendJob>();
    at.agent.instagram.send = (_page, job) => {
      resolve(job);
      return never;
    };
    await runClaim(at.agent, 1);
    const permission = await (await late).beforeSend({ tail: [], account: null });
    assert.deepEqual([permission.maySend, delivery.commits, at.agent.journal.openNotes()], [false, 0, []]);
  });

  test('an attempt whose window opens too late does nothing', async () => {
    const { open } = at.agent.windows;
    const { promise: opening, resolve } = Promise.withResolvers<undefined>();
    at.agent.windows.open = async (...given) => {
      await opening;
      return open(...given);
    };
    await runClaim(at.agent, 1);
    resolve(undefined);
    await until(() => at.agent.windows.find(1)?.isBusy === false, 'the window is open and not busy');
    assert.deepEqual([reasons(), at.agent.instagram.sends], [[['released', 'took_too_long']], []]);
  });

  test('only one of two accounts sends the same message to the same person, even if a restored server assigns the message to both', async () => {
    at.server.accounts.push({ id: 2, name: 'Account 2', path: '/p/2' });
    const double = at.server.addDelivery('Alice', 'Hello');
    at.agent.timing = { ...at.agent.timing, attemptMs: 5000 };
    const pressed: string[] = [];
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await until(
        () => double.state.status === 'claimed' || pressed.length > 0,
        'both accounts have claimed the message, or one has sent it',
      );
      const report = await send(page, job);
      if (report.outcome === 'sent') pressed.push(job.recipient);
      return report;
    };
    await Promise.all([runClaim(at.agent, 1), runClaim(at.agent, 2)]);
    assert.equal(pressed.length, 1, pressed.join(' '));
    const outcomes = [delivery, double].map((each) => each.reports[0]?.outcome ?? '');
    assert.deepEqual(new Set(outcomes), new Set(['sent', 'unknown']));
  });
});
