import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { reasons, reasonText } from '@sandpiper/contract/reasons';
import { ProfileInUse } from '../browser/window.registry.ts';
import { PageError } from '../browser/page.ts';
import { buildAgent } from '../testing/fake-agent.ts';
import { move } from '../testing/fake-server.rules.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { markOf } from './sending/earlier-attempts.ts';
import { isAllReported } from './sending/reporter.ts';
import { isFinished, requestAccount, useAgentHarness, until } from '../testing/working-agent.ts';

const someClaim = { claimId: randomUUID(), installationId: 'this computer' };

describe('the running agent', { timeout: 300_000 }, () => {
  const at = useAgentHarness(3);
  const finished = (): boolean => isFinished(at.server);

  test('sends to everyone once, opens no more windows than allowed, and shows the results', async () => {
    for (let person = 1; person <= 9; person += 1) at.server.addDelivery(`person${person}`, `Hello ${person}`);
    at.start();
    await until(finished, 'all messages are sent');
    assert.equal(at.agent.instagram.sends.length, 9);
    assert.deepEqual(
      at.agent.instagram.sends.map((job) => job.recipient).toSorted(),
      at.server.deliveries.map((each) => each.recipient).toSorted(),
    );
    assert.ok(at.agent.windows.most <= 2, String(at.agent.windows.most));
    assert.ok(
      at.agent.lines.some((line) => /Account \d → person9: sent/u.test(line)),
      at.agent.lines.join('\n'),
    );
    at.agent.stop();
    await at.running;
    assert.deepEqual(at.agent.journal.unreported(), []);
    assert.equal(at.server.signOffs, 1);
    assert.deepEqual(at.agent.windows.list(), []);
  });

  test('sends nothing that the server no longer allows', async () => {
    at.server.behavior.refusal = 'campaign_not_running';
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.start();
    await until(() => delivery.reports.length > 0, 'the server receives a report');
    assert.deepEqual(delivery.reports[0], { outcome: 'released', reason: 'campaign_not_running', detail: null });
    await until(() => isAllReported(at.agent), 'the agent has reported everything');
    at.server.behavior.refusal = null;
    await until(finished, 'the message is sent');
  });

  test('asks the server for the go-ahead only right before Enter', async () => {
    at.server.behavior.leaseMs = 3000;
    const delivery = at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    const seen: string[] = [];
    at.agent.instagram.send = async (page, job) => {
      const { renewals } = delivery;
      await until(() => delivery.renewals > renewals, 'the agent renews the lease');
      seen.push(delivery.state.status);
      const report = await send(page, job);
      seen.push(delivery.state.status);
      return report;
    };
    at.start();
    await until(finished, 'the message is sent');
    assert.deepEqual(seen, ['claimed', 'committed']);
  });

  test('does not send a message whose claim was lost in the meantime, for example while the computer was asleep', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    let tries = 0;
    at.agent.instagram.send = (page, job) => {
      tries += 1;
      // Let the lease expire, and let another account claim the delivery.
      if (tries === 1) move(delivery, { type: 'expire' });
      if (tries === 1) move(delivery, { type: 'claim', claim: { ...someClaim, profileId: 9 } });
      return send(page, job);
    };
    at.start();
    await until(
      () => at.agent.lines.some((line) => line.includes(reasons.lease_lost.text)),
      'the agent shows that the lease was lost',
    );
    await until(() => isAllReported(at.agent), 'the agent has reported everything');
    assert.equal(delivery.reports.length, 0);
    move(delivery, { type: 'expire' });
    await until(finished, 'the message is sent under the next claim');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['sent'],
    );
  });

  test('reports an unknown outcome if the window is lost after the journal note is written, and the true outcome after the next check', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      throw new PageError('closed', 'gone');
    };
    at.start();
    await until(finished, 'the message is sent');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['unknown', 'sent'],
    );
    assert.equal(at.agent.instagram.sends.length, 1);
    assert.deepEqual(at.agent.instagram.checks[0]?.note.tail, ['mark']);
    assert.equal(delivery.reports[0]?.reason, 'window_lost');
  });

  test('checks a message by the ID that Instagram gave it', async () => {
    at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      return { outcome: 'unknown', reason: 'no_bubble', detail: null, messageId: 'mid.$1' };
    };
    at.start();
    await until(finished, 'the message is sent');
    assert.deepEqual(
      at.agent.instagram.checks.map(({ messageId }) => messageId),
      ['mid.$1'],
    );
  });

  test('releases the claim if the window is lost before the journal note is written', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    let tries = 0;
    const { send } = at.agent.instagram;
    at.agent.instagram.send = (page, job) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new PageError('closed', 'gone')) : send(page, job);
    };
    at.start();
    await until(finished, 'the message is sent');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['released', 'sent'],
    );
  });

  test('a stop reason affects only its account, and is reported before the message’s result', async () => {
    const { send } = at.agent.instagram;
    for (let person = 1; person <= 4; person += 1) at.server.addDelivery(`person${person}`, 'Hello');
    let isFirst = true;
    at.agent.instagram.send = (page, job) => {
      if (!isFirst) return send(page, job);
      isFirst = false;
      return Promise.resolve({ outcome: 'released', reason: 'rate_limited', detail: '"Try again later"' });
    };
    at.start();
    await until(finished, 'all messages are sent');
    assert.deepEqual([...at.server.held.values()], ['rate_limited']);
    const calls = at.server.calls.filter((call) => /stop$|result$/u.test(call));
    assert.equal(calls[0], 'POST /api/agent/profiles/:id/stop');
    assert.match(at.agent.lines.join('\n'), /stopped\. Instagram is slowing this account down\. "Try again later"/u);
  });

  test('says only once that the user has the Firefox profile open, and waits', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.server.accounts.splice(1);
    at.agent.windows.refuse = new ProfileInUse('Account 1');
    at.start();
    await until(() => delivery.reports.length > 2, 'the claim is released several times');
    assert.ok(delivery.reports.every((each) => each.outcome === 'released' && each.reason === 'profile_in_use'));
    assert.deepEqual(
      at.agent.lines.filter((line) => line.includes('waiting')),
      [`Account 1 is waiting. ${reasonText('profile_in_use')}`],
    );
    at.agent.windows.refuse = null;
    await until(finished, 'the message is sent');
  });

  test('a signed-out account is signed in with stored credentials, and its message is sent once', async () => {
    at.server.accounts.splice(1);
    Object.assign(at.server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    const delivery = at.server.addDelivery('alice', 'Hello');
    let isSignedIn = false;
    const { send } = at.agent.instagram;
    at.agent.instagram.signIn = (_page, username, credentials) => {
      assert.equal(username, 'me');
      assert.deepEqual([credentials?.username, credentials?.password], ['me', 'pw']);
      isSignedIn = true;
      return Promise.resolve({ state: 'signed_in' });
    };
    at.agent.instagram.send = (page, job) =>
      isSignedIn ? send(page, job) : Promise.resolve({ outcome: 'released', reason: 'signed_out', detail: null });
    at.start();
    await until(finished, 'the message is sent');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['sent'],
    );
  });

  test('an interrupted message from an earlier run is reported before any claim, then checked', async () => {
    const folder = await temporaryFolder();
    const earlier = await buildAgent(at.server, { dataDir: folder.path });
    const delivery = at.server.addDelivery('alice', 'Hello');
    const { delivery: claimed } = await earlier.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    assert.ok(claimed !== null);
    const { id, claim_id } = claimed;
    const claim = { mark: markOf(claimed), delivery: id, claim_id, profile: 1 };
    await earlier.journal.note({ ...claim, at: new Date().toISOString(), tail: ['before'], account: null });
    await earlier.api('POST /api/agent/deliveries/:id/commit', { params: { id }, body: { claim_id } });
    at.server.calls.length = 0;
    await at.agent.journal.close();
    await at.agent.cleanUp();
    at.agent = await buildAgent(at.server, { dataDir: folder.path });
    at.start();
    await until(finished, 'the message is sent');
    assert.deepEqual(
      delivery.reports.map((each) => [each.outcome, each.reason]),
      [
        ['unknown', 'agent_stopped'],
        ['sent', null],
      ],
    );
    assert.equal(at.server.calls[1], 'POST /api/agent/deliveries/:id/result');
    assert.equal(at.agent.instagram.sends.length, 0);
    assert.deepEqual(at.agent.instagram.checks[0]?.note.tail, ['before']);
    await earlier.journal.close();
    await folder.remove();
  });

  test('an interrupted message is checked even if the server has forgotten it', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    const mark = markOf({ message_key: 'Hello', repeat_key: null, recipient: 'alice' });
    const claim = { mark, delivery: 70, claim_id: randomUUID(), profile: 1 };
    await at.agent.journal.note({ ...claim, at: new Date().toISOString(), tail: ['before'], account: null });
    const ended = { outcome: 'unknown', reason: 'no_bubble', detail: null, sent_at: null, stop: null } as const;
    await at.agent.journal.recordResult({ ...claim, ...ended, message_id: null });
    await at.agent.journal.acknowledge({ ...claim, ...ended });
    at.start();
    await until(finished, 'the message is sent');
    assert.deepEqual(
      delivery.reports.map((each) => [each.outcome, each.reason]),
      [
        ['unknown', 'interrupted'],
        ['sent', null],
      ],
    );
    assert.deepEqual([at.agent.instagram.sends, at.agent.instagram.checks[0]?.note.tail], [[], ['before']]);
  });

  test('the result of a message is not lost while the server is temporarily down', async () => {
    at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      at.server.behavior.isDown = true;
      setTimeout(() => {
        at.server.behavior.isDown = false;
      }, 300);
      return report;
    };
    at.start();
    await until(finished, 'the message is reported as sent');
    assert.equal(at.agent.instagram.sends.length, 1);
    assert.deepEqual(at.agent.failures, []);
  });

  test('a paused agent claims nothing and reports that it is paused', async () => {
    at.agent.state.isPaused = true;
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.start();
    await until(() => at.server.syncs.length > 0, 'the agent syncs');
    const request = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => request.status === 'completed', 'the request is completed');
    assert.equal(delivery.state.claim, null);
    assert.equal(at.server.syncs.at(-1)?.is_paused, true);
    at.agent.state.isPaused = false;
    await until(finished, 'the message is sent');
  });

  for (const [code, text] of [
    ['unauthenticated', /doesn't know this agent's token/u],
    ['agent_outdated', /Get the matching Sandpiper Agent/u],
    ['forbidden', /refused this agent/u],
  ] as const) {
    test(`stops and tells the user why when the server responds with ${code}`, async () => {
      at.server.behavior.error = code;
      at.start();
      await at.running;
      assert.match(at.agent.failures[0]?.message ?? '', text);
    });
  }

  test('refuses to use the real site with a server in sandbox mode', async () => {
    at.start('https://www.instagram.com');
    await at.running;
    assert.match(at.agent.failures[0]?.message ?? '', /sandbox mode/u);
    assert.equal(at.agent.windows.most, 0);
  });
});
