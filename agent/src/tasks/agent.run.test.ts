import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ProfileInUse } from '../browser/window.registry.ts';
import { PageError } from '../browser/page.ts';
import { buildAgent, type FakeAgent } from '../testing/fake-agent.ts';
import type { FakeServer } from '../testing/fake-server.state.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { addAccounts, endAgent, isFinished, requestAccount, startAgent, until } from '../testing/working-agent.ts';

describe('the agent at work', { timeout: 300_000 }, () => {
  let server: FakeServer;
  let agent: FakeAgent;
  let running: Promise<void> | null = null;

  const start = (instagramUrl?: string): void => {
    running = startAgent(agent, server, instagramUrl);
  };
  const finished = (): boolean => isFinished(server);

  beforeEach(async () => {
    server = await startFakeServer();
    addAccounts(server, 3);
    agent = await buildAgent(server);
  });
  afterEach(async () => {
    await endAgent(agent, server, running);
    running = null;
  });

  test('sends to everybody once, with no more windows than it may have, and says what it did', async () => {
    for (let person = 1; person <= 9; person += 1) server.addDelivery(`person${person}`, `Hello ${person}`);
    start();
    await until(finished, 'all are sent');
    assert.equal(agent.instagram.sends.length, 9);
    assert.deepEqual(
      agent.instagram.sends.map((job) => job.recipient).toSorted(),
      server.deliveries.map((each) => each.recipient).toSorted(),
    );
    assert.ok(agent.windows.most <= 2, String(agent.windows.most));
    assert.ok(
      agent.lines.some((line) => /Account \d → person9: sent/u.test(line)),
      agent.lines.join('\n'),
    );
    agent.stop();
    await running;
    assert.deepEqual(agent.journal.unreported(), []);
    assert.equal(server.signOffs, 1);
    assert.deepEqual(agent.windows.list(), []);
  });

  test('sends nothing that is no longer wanted', async () => {
    server.behaviour.maySend = false;
    const delivery = server.addDelivery('alice', 'Hello');
    start();
    await until(() => delivery.reports.length > 0, 'a report');
    assert.equal(delivery.reports[0]?.outcome, 'released');
    assert.deepEqual(agent.journal.unresolved(), []);
    server.behaviour.maySend = true;
    await until(finished, 'sent when wanted again');
  });

  test('a claim that was lost meanwhile, as after a night’s sleep, is not sent', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    let tries = 0;
    agent.instagram.send = (page, job) => {
      tries += 1;
      // The server gave it to somebody else while this computer slept.
      if (tries === 1) delivery.fence += 1;
      return send(page, job);
    };
    start();
    await until(() => tries > 0 && agent.lines.some((line) => line.includes('put back')), 'put back');
    assert.deepEqual([delivery.reports, agent.journal.unresolved()], [[], []]);
    delivery.status = 'pending';
    await until(finished, 'sent under the next claim');
    assert.equal(delivery.reports.length, 1);
  });

  test('a window lost after the note that precedes Enter leaves the outcome open, and the next look settles it', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    agent.instagram.send = async (page, job) => {
      await send(page, job);
      throw new PageError('closed', 'gone');
    };
    start();
    await until(finished, 'settled');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['unknown', 'sent'],
    );
    assert.equal(agent.instagram.sends.length, 1);
    assert.deepEqual(agent.instagram.verifications[0]?.intent?.tail, ['mark']);
  });

  test('a window lost before it puts the person back', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    let tries = 0;
    const { send } = agent.instagram;
    agent.instagram.send = (page, job) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new PageError('closed', 'gone')) : send(page, job);
    };
    start();
    await until(finished, 'settled');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['released', 'sent'],
    );
  });

  test('a block stops that account only', async () => {
    const { send } = agent.instagram;
    for (let person = 1; person <= 4; person += 1) server.addDelivery(`person${person}`, 'Hello');
    let isFirst = true;
    agent.instagram.send = (page, job) => {
      if (!isFirst) return send(page, job);
      isFirst = false;
      return Promise.resolve({ outcome: 'blocked', reason: 'rate_limited', detail: 'Slow down' });
    };
    start();
    await until(finished, 'the others go on');
    assert.equal(server.blocked.size, 1);
    assert.ok(agent.lines.some((line) => line.includes('stopped: Slow down')));
  });

  test('a profile the user has open is said, waited for, and then used', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    server.accounts.splice(1);
    agent.windows.refuse = new ProfileInUse('Account 1');
    start();
    await until(() => delivery.reports.length > 0, 'put back');
    assert.deepEqual([delivery.reports[0]?.outcome, delivery.reports[0]?.reason], ['released', 'profile_in_use']);
    await until(() => delivery.reports.length > 2, 'tried again and again');
    assert.deepEqual(
      agent.lines.filter((line) => line.includes('open in another Firefox')),
      [
        'Account 1 waits. The browser profile of Account 1 is open in another Firefox window. Close that window, and the agent goes on.',
      ],
    );
    agent.windows.refuse = null;
    await until(finished, 'sent once it is free');
  });

  test('a signed-out account is signed in once with what is stored, and otherwise stops', async () => {
    server.accounts.splice(1);
    Object.assign(server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    const delivery = server.addDelivery('alice', 'Hello');
    let isSignedIn = false;
    const { send } = agent.instagram;
    agent.instagram.signIn = (_page, username, credentials) => {
      assert.equal(username, 'me');
      assert.deepEqual(credentials, { username: 'me', password: 'pw' });
      isSignedIn = true;
      return Promise.resolve({ state: 'signed_in' });
    };
    agent.instagram.send = (page, job) =>
      isSignedIn
        ? send(page, job)
        : Promise.resolve({ outcome: 'blocked', reason: 'signed_out', detail: 'Signed out' });
    start();
    await until(finished, 'sent');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['sent'],
    );
  });

  test('what an earlier run left behind is reported before anything is claimed', async () => {
    const folder = await temporaryFolder();
    const earlier = await buildAgent(server, { dataDir: folder.path });
    const delivery = server.addDelivery('alice', 'Hello');
    const claim = await earlier.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    assert.ok(claim.delivery !== null);
    await earlier.journal.intend({
      delivery: delivery.id,
      fence: claim.delivery.fence,
      at: new Date().toISOString(),
      tail: ['before'],
    });
    await agent.journal.close();
    await agent.cleanUp();
    agent = await buildAgent(server, { dataDir: folder.path });
    start();
    await until(finished, 'settled');
    assert.deepEqual(
      delivery.reports.map((each) => [each.outcome, each.reason]),
      [
        ['unknown', 'agent_stopped'],
        ['sent', null],
      ],
    );
    assert.equal(agent.instagram.sends.length, 0);
    assert.deepEqual(agent.instagram.verifications[0]?.intent?.tail, ['before']);
    await earlier.journal.close();
    await folder.remove();
  });

  test('a server that goes away and comes back is lived through without a loss', async () => {
    server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      server.behaviour.isDown = true;
      setTimeout(() => {
        server.behaviour.isDown = false;
      }, 300);
      return report;
    };
    start();
    await until(finished, 'reported after the server is back');
    assert.equal(agent.instagram.sends.length, 1);
    assert.deepEqual(agent.failures, []);
  });

  test('a paused agent claims nothing and says so', async () => {
    agent.state.isPaused = true;
    const delivery = server.addDelivery('alice', 'Hello');
    start();
    await until(() => server.hellos.length > 0, 'a hello');
    const request = server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => request.status === 'completed', 'requests are answered meanwhile');
    assert.equal(delivery.fence, 0);
    assert.ok(JSON.stringify(server.hellos.at(-1)).includes('"is_paused":true'));
    agent.state.isPaused = false;
    await until(finished, 'goes on');
  });

  for (const [code, text] of [
    ['unauthenticated', /does not know this agent's token/u],
    ['agent_outdated', /Get the new Sandpiper Agent/u],
    ['forbidden', /refuses this agent/u],
  ] as const) {
    test(`ends with one line at ${code}`, async () => {
      server.behaviour.error = code;
      start();
      await running;
      assert.match(agent.failures[0]?.message ?? '', text);
    });
  }

  test('refuses the real site for a server in sandbox mode', async () => {
    start('https://www.instagram.com');
    await running;
    assert.match(agent.failures[0]?.message ?? '', /sandbox mode/u);
    assert.equal(agent.windows.most, 0);
  });
});
