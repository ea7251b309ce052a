import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { PageError } from '../browser/page.ts';
import { buildAgent, type FakeAgent } from '../testing/fake-agent.ts';
import type { FakeDelivery, FakeServer } from '../testing/fake-server.state.ts';
import { freshDelivery, move } from '../testing/fake-server.rules.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { addAccounts, isFinished, requestAccount, startAgent, until } from '../testing/working-agent.ts';

const resultCall = 'POST /api/agent/deliveries/:id/result';

describe('an agent that stops, restarts or loses its connection', { timeout: 300_000 }, () => {
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
    server.behavior.broken = null;
    await end();
    await server.close();
    await folder.remove();
  });

  test('reports what it sent before it signs off, even if it is stopped while it waits for a retry', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    server.behavior.broken = resultCall;
    agent.timing = { ...agent.timing, reconnectMs: 30_000 };
    start();
    await until(() => agent.journal.unreported().length > 0, 'the message is sent but not reported');
    server.behavior.broken = null;
    agent.stop();
    await running;
    assert.deepEqual([delivery.state.status, outcomes(delivery), server.signOffs], ['sent', ['sent'], 1]);
  });

  test('reports what it sent and signs off, even if a window cannot be closed', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    server.behavior.broken = resultCall;
    agent.timing = { ...agent.timing, reconnectMs: 30_000 };
    agent.windows.closeAll = () => Promise.reject(new Error('The window does not respond'));
    start();
    await until(() => agent.journal.unreported().length > 0, 'the message is sent but not reported');
    server.behavior.broken = null;
    agent.stop();
    await running;
    assert.deepEqual([outcomes(delivery), server.signOffs], [['sent'], 1]);
  });

  test('does not sign off with an unreported result, and reports it at the next start', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    server.behavior.broken = resultCall;
    agent.timing = { ...agent.timing, lastReportMs: 300 };
    start();
    await until(() => agent.journal.unreported().length > 0, 'the message is sent but not reported');
    await end();
    assert.deepEqual([server.signOffs, delivery.state.status], [0, 'committed']);
    server.behavior.broken = null;
    await build();
    start();
    await until(() => isFinished(server), 'the message is reported');
    assert.deepEqual([outcomes(delivery), agent.instagram.sends], [['sent'], []]);
  });

  test('does not sign off while a message is being sent', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isSent = false;
    agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      isSent = true;
      await held;
      return report;
    };
    agent.timing = { ...agent.timing, lastReportMs: 100 };
    try {
      running = startAgent(agent, server, undefined, { graceMs: 100, closingMs: 100 });
      await until(() => isSent, 'the message is sent, but the window is still busy');
      agent.stop();
      await running;
      assert.deepEqual([server.signOffs, delivery.state.status], [0, 'committed']);
    } finally {
      release();
    }
    await until(() => delivery.state.status === 'sent', 'the message is reported as sent');
  });

  test('finishes a message before it closes the window, even if the user has asked it to close the window', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    const held = Promise.withResolvers<undefined>();
    let isSending = false;
    agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      isSending = true;
      await held.promise;
      if (agent.windows.find(1) === null) throw new PageError('closed', 'the window was closed');
      return report;
    };
    start();
    await until(() => isSending, 'the agent has pressed Enter');
    const { find } = agent.windows;
    const isFound = Promise.withResolvers<undefined>();
    agent.windows.find = (id) => {
      isFound.resolve(undefined);
      return find(id);
    };
    const asked = server.addRequest('close', { accounts: [requestAccount(1)] });
    await isFound.promise;
    agent.stop();
    await until(() => asked.status === 'completed', 'the request ends');
    held.resolve(undefined);
    await running;
    assert.deepEqual(asked.results, { closed: 0, still_open: ['Account 1'] });
    assert.deepEqual([outcomes(delivery), agent.windows.list()], [['sent'], []]);
  });

  test('reconnects without disturbing a message that is being sent', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      server.behavior.isDown = true;
      await until(() => !agent.state.isConnected, 'the agent loses its connection');
      server.behavior.isDown = false;
      const before = server.syncs.length;
      await until(() => server.syncs.length > before + 1, 'the agent has reconnected');
      return report;
    };
    start();
    await until(() => isFinished(server), 'the message is sent');
    assert.deepEqual(outcomes(delivery), ['sent']);
  });

  test('does not send a message whose claim the server loses between the first go-ahead and Enter, for example in a database failover', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { send } = agent.instagram;
    let isFirst = true;
    agent.instagram.send = async (page, job) => {
      if (!isFirst) return send(page, job);
      isFirst = false;
      assert.equal((await job.beforeSend({ tail: ['mark'], account: null })).maySend, true);
      assert.equal(agent.journal.openNotes().length, 1);
      // Simulate a server that has lost its most recent transactions, so that the claim no longer exists.
      Object.assign(delivery, { state: freshDelivery, waitsUntil: 0 });
      return send(page, job);
    };
    start();
    await until(() => isFinished(server), 'the message is sent under the next claim');
    assert.deepEqual(outcomes(delivery), ['sent']);
    assert.equal(agent.instagram.sends.length, 2, 'the first try was refused');
  });

  test('sends a message in the next run if the agent was interrupted before it wrote the note', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    await agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    await end();
    move(delivery, { type: 'expire' });
    await build();
    start();
    await until(() => isFinished(server), 'the message is sent');
    assert.deepEqual([agent.instagram.sends.length, agent.instagram.checks.length], [1, 0]);
  });

  test('does not send a committed message without a note, for example after the data folder was lost, and its outcome stays unknown', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    const { delivery: claimed } = await agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    const { id = 0, claim_id = '' } = claimed ?? {};
    await agent.api('POST /api/agent/deliveries/:id/commit', { params: { id }, body: { claim_id } });
    delivery.waitsUntil = 0;
    start();
    await until(() => delivery.state.status === 'unknown', 'the outcome is unknown');
    assert.deepEqual(delivery.reports, [{ outcome: 'unknown', reason: 'no_note', detail: null }]);
    assert.deepEqual([agent.instagram.sends, agent.instagram.checks], [[], []]);
  });

  test('sends nobody a second message after the server has been restored from a backup', async () => {
    const delivery = server.addDelivery('alice', 'Hello');
    start();
    await until(
      () => isFinished(server) && agent.journal.unreported().length === 0,
      'the message is sent and acknowledged',
    );
    await end();
    Object.assign(delivery, { state: freshDelivery, lastReport: null, reports: [] });
    server.addDelivery('bob', 'Hello');
    await build();
    start();
    await until(() => isFinished(server), 'both messages are reported as sent');
    assert.deepEqual(
      [outcomes(delivery), agent.instagram.sends.map((job) => job.recipient), agent.instagram.checks],
      [['sent'], ['bob'], []],
    );
  });

  for (const status of [200, 401, 403, 404, 405]) {
    test(`waits and loses no report if something other than the server responds with ${status}`, async () => {
      const delivery = server.addDelivery('alice', 'Hello');
      const { send } = agent.instagram;
      agent.instagram.send = async (page, job) => {
        const report = await send(page, job);
        server.behavior.foreignStatus = status;
        return report;
      };
      start();
      await until(
        () => agent.journal.unreported().length > 0 && !agent.state.isConnected,
        'the agent loses its connection',
      );
      server.behavior.foreignStatus = null;
      await until(() => isFinished(server), 'the message is reported');
      assert.deepEqual([outcomes(delivery), agent.failures], [['sent'], []]);
    });
  }
});
