import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ProfileInUse } from '../browser/window.registry.ts';
import { buildAgent, type FakeAgent } from '../testing/fake-agent.ts';
import type { FakeDelivery, FakeServer } from '../testing/fake-server.state.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { addAccounts, isFinished, startAgent, until } from '../testing/working-agent.ts';

const resultCall = 'POST /api/agent/deliveries/:id/result';

describe('an agent that ends, is cut off or comes back', { timeout: 300_000 }, () => {
  let server: FakeServer;
  let agent: FakeAgent;
  let folder: TemporaryFolder;
  let running: Promise<void> | null = null;

  const build = async (): Promise<void> => {
    agent = await buildAgent(server, { dataDir: folder.path });
  };
  const start = (): void => {
    running = startAgent(agent, server);
  };
  const end = async (): Promise<void> => {
    agent.stop();
    await running;
    running = null;
    await agent.journal.close();
    await agent.cleanUp();
  };
  const outcomes = (delivery: FakeDelivery) => delivery.reports.map((each) => each.outcome);

  beforeEach(async () => {
    server = await startFakeServer();
    addAccounts(server, 1);
    folder = await temporaryFolder();
    await build();
  });
  afterEach(async () => {
    server.behaviour.broken = null;
    await end();
    await server.close();
    await folder.remove();
  });

  test('reports what it sent before it signs off, although it was waiting to try again', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    server.behaviour.broken = resultCall;
    agent.timing = { ...agent.timing, reconnectMs: 30_000 };
    start();
    await until(() => agent.journal.unreported().length > 0, 'sent, and not reported');
    server.behaviour.broken = null;
    agent.stop();
    await running;
    assert.deepEqual([delivery.status, outcomes(delivery), server.signOffs], ['sent', ['sent'], 1]);
  });

  test('does not sign off while the server has not taken a report: the next start brings it', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    server.behaviour.broken = resultCall;
    agent.timing = { ...agent.timing, lastReportMs: 300 };
    start();
    await until(() => agent.journal.unreported().length > 0, 'sent, and not reported');
    await end();
    assert.deepEqual([server.signOffs, delivery.status], [0, 'claimed']);
    server.behaviour.broken = null;
    await build();
    start();
    await until(() => isFinished(server), 'reported');
    assert.deepEqual([outcomes(delivery), agent.instagram.sends], [['sent'], []]);
  });

  test('does not sign off while a send has not come to its end', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      await held;
      return report;
    };
    agent.timing = { ...agent.timing, lastReportMs: 100 };
    try {
      running = startAgent(agent, server, undefined, { patienceMs: 100, closingMs: 100 });
      await until(() => agent.journal.unresolved().length > 0, 'about to be sent');
      agent.stop();
      await running;
      assert.deepEqual([server.signOffs, delivery.status], [0, 'claimed']);
    } finally {
      release();
    }
    await until(() => delivery.status === 'sent', 'reported after all');
  });

  test('a connection that comes back in the middle of a send leaves that send alone', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      server.behaviour.isDown = true;
      await until(() => !agent.state.isConnected, 'cut off');
      server.behaviour.isDown = false;
      const before = server.hellos.length;
      await until(() => server.hellos.length > before + 1, 'back, and whatever is left is reported');
      return report;
    };
    start();
    await until(() => isFinished(server), 'sent');
    assert.deepEqual(outcomes(delivery), ['sent']);
  });

  test('a claim that changed hands while the computer slept is not sent, though it was wanted before', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    let isFirst = true;
    agent.instagram.send = async (page, job) => {
      if (!isFirst) return send(page, job);
      isFirst = false;
      assert.equal((await job.beforeSend({ tail: ['mark'], account: null })).maySend, true);
      assert.equal(agent.journal.unresolved().length, 1);
      // Asleep between the first yes and Enter: the server has given the person to somebody else.
      delivery.fence += 1;
      return send(page, job);
    };
    start();
    await until(() => agent.lines.some((line) => line.includes('put back')), 'put back');
    await until(() => agent.journal.unresolved().length === 0, 'nothing is open any more');
    assert.deepEqual(outcomes(delivery), []);
    delivery.status = 'pending';
    await until(() => isFinished(server), 'sent under the next claim');
    assert.deepEqual(outcomes(delivery), ['sent']);
  });

  test('a claim that broke off before anything could be sent is sent, not looked for', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const claim = await agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    await agent.journal.take(delivery.id, claim.delivery?.fence ?? 0);
    delivery.status = 'unknown';
    await end();
    await build();
    start();
    await until(() => isFinished(server), 'sent');
    assert.deepEqual([agent.instagram.sends.length, agent.instagram.verifications.length], [1, 0]);
  });

  test('such a claim is still sent after its profile was in use for a while', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    await agent.journal.take(delivery.id, 1);
    Object.assign(delivery, { status: 'unknown', profileId: 1, fence: 1 });
    agent.windows.refuse = new ProfileInUse('Account 1');
    start();
    await until(() => delivery.reports.length > 1, 'put back twice');
    agent.windows.refuse = null;
    await until(() => isFinished(server), 'sent');
    assert.deepEqual([agent.instagram.sends.length, agent.instagram.verifications.length], [1, 0]);
  });

  test('a claim whose answer never came is looked for, and so is one of another computer', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    Object.assign(delivery, { status: 'unknown', profileId: 1, fence: 4 });
    await agent.journal.take(delivery.id, 3);
    start();
    await until(() => isFinished(server), 'found');
    assert.deepEqual([agent.instagram.sends.length, agent.instagram.verifications.length], [0, 1]);
  });

  test('a server that was put back to an older state writes to nobody again', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    start();
    await until(() => isFinished(server) && agent.journal.unreported().length === 0, 'sent and acknowledged');
    await end();
    Object.assign(delivery, { status: 'pending', fence: 0, reported: null, reports: [] });
    server.addDelivery('bob', 'Hello');
    await build();
    start();
    await until(() => isFinished(server), 'told again');
    assert.deepEqual(
      [outcomes(delivery), agent.instagram.sends.map((job) => job.recipient), agent.instagram.verifications],
      [['sent'], ['bob'], []],
    );
  });

  for (const status of [200, 401, 403, 404, 405]) {
    test(`a network that answers ${status} in the server's place is waited out, and no report is lost`, async () => {
      const delivery = server.addDelivery('alice', 'Hello');
      const { send } = agent.instagram;
      agent.instagram.send = async (page, job) => {
        const report = await send(page, job);
        server.behaviour.foreignStatus = status;
        return report;
      };
      start();
      await until(() => agent.journal.unreported().length > 0 && !agent.state.isConnected, 'cut off');
      server.behaviour.foreignStatus = null;
      await until(() => isFinished(server), 'reported');
      assert.deepEqual([outcomes(delivery), agent.failures], [['sent'], []]);
    });
  }
});
