import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { nextDelivery, type DeliveryEvent } from '@sandpiper/contract/delivery-states';
import { PageError } from '../../browser/page.ts';
import type { FakeDelivery } from '../../testing/fake-server.state.ts';
import { useAgentHarness } from '../../testing/working-agent.ts';
import { runClaim } from './claim.ts';

function move(delivery: FakeDelivery, event: DeliveryEvent): void {
  delivery.state = nextDelivery(delivery.state, event)?.state ?? assert.fail();
}

describe('an earlier attempt at a message with an unknown outcome', { timeout: 120_000 }, () => {
  const at = useAgentHarness(2);
  let earlier: FakeDelivery;
  const outcomes = (delivery: FakeDelivery) => delivery.reports.map((each) => [each.outcome, each.reason]);

  beforeEach(async () => {
    earlier = at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      throw new PageError('script', 'gone');
    };
    await runClaim(at.agent, 1);
    at.agent.instagram.send = send;
    at.agent.instagram.sends.length = 0;
    move(earlier, { type: 'give_up', reason: 'ended_before_known' });
  });

  for (const account of [1, 2]) {
    test(`does not keep the agent from sending once the user has said that the message was not sent (account ${account})`, async () => {
      move(earlier, { type: 'resolve', wasSent: false });
      const next = at.server.addDelivery('Alice', 'Hello');
      await runClaim(at.agent, account);
      assert.deepEqual([outcomes(next), at.agent.instagram.sends.length], [[['sent', null]], 1]);
    });
  }

  test('keeps the agent from sending if the user has said nothing, or if a restored server has lost the user’s answer', async () => {
    const next = at.server.addDelivery('Alice', 'Hello');
    await runClaim(at.agent, 2);
    assert.deepEqual([outcomes(next), at.agent.instagram.sends], [[['unknown', 'interrupted']], []]);
  });

  test('keeps the agent from sending if the user was only asked about a different message', async () => {
    const other = at.server.addDelivery('alice', 'A different message');
    const claim = { claimId: 'another claim', installationId: 'another computer', profileId: 9 };
    other.state = { ...other.state, status: 'failed', reason: 'said_not_sent', claim };
    const next = at.server.addDelivery('Alice', 'Hello');
    await runClaim(at.agent, 1);
    assert.deepEqual([outcomes(next), at.agent.instagram.sends], [[['unknown', 'interrupted']], []]);
  });

  test('no longer matters after a later attempt, but the unknown outcome of that attempt keeps the agent from sending', async () => {
    move(earlier, { type: 'resolve', wasSent: false });
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      throw new PageError('script', 'gone');
    };
    const second = at.server.addDelivery('Alice', 'Hello');
    await runClaim(at.agent, 1);
    assert.deepEqual(outcomes(second), [['unknown', 'page_lost']]);
    second.state = { ...second.state, status: 'unknown' };
    const third = at.server.addDelivery('alice', 'Hello');
    await runClaim(at.agent, 2);
    assert.deepEqual([outcomes(third), at.agent.instagram.sends.length], [[['unknown', 'interrupted']], 1]);
  });
});
