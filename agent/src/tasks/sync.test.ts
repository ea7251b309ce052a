import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sleep } from '../platform/clock.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { isFinished, requestAccount, startAgent, useAgentHarness, until } from '../testing/working-agent.ts';

const syncCall = 'POST /api/agent/sync';

describe('the sync with the server', { timeout: 120_000 }, () => {
  const at = useAgentHarness(2);

  test('is retried if something other than the server answers a paired agent’s first sync', async () => {
    at.server.behavior.foreignStatus = 404;
    at.start();
    await until(() => at.agent.lines.length > 0, 'the agent says what is wrong');
    assert.match(at.agent.lines.join('\n'), /^Something other than Sandpiper .* The agent keeps trying\./u);
    at.server.behavior.foreignStatus = null;
    await until(() => at.agent.state.isConnected, 'the agent connects');
    assert.deepEqual(at.agent.failures, []);
  });

  test('ends an agent with a token that was given by hand if something else answers at the server’s address', async () => {
    at.agent.isPaired = false;
    at.server.behavior.foreignStatus = 404;
    at.start();
    await at.running;
    assert.match(at.agent.failures.join('\n'), /Something other than Sandpiper .* Check the server's address\./u);
  });

  test('is the only request from an idle agent, and identifies the agent’s computer and run', async () => {
    at.start();
    await until(() => at.server.syncs.length > 3, 'the agent syncs several times');
    assert.deepEqual([...new Set(at.server.calls)], [syncCall]);
    const { installation_id, process_id, previous_process_id, protocol } = at.server.syncs[0] ?? assert.fail();
    assert.deepEqual({ installation_id, process_id, previous_process_id }, at.agent.identity);
    assert.equal(protocol, 2);
  });

  describe('while a socket announces work', () => {
    const socket = new FakeSocket();
    const begin = () => {
      socket.connected = true;
      at.agent.timing = { ...at.agent.timing, presenceMs: 20, restMs: 60_000 };
      at.running = startAgent(at.agent, at.server, undefined, { openSocket: () => socket });
    };

    test('is rare when there is nothing to do', async () => {
      begin();
      await until(() => at.agent.state.isConnected, 'the first sync succeeds');
      await sleep(300);
      assert.equal(at.server.syncs.length, 1);
      socket.emit('agent_work');
      await until(() => at.server.syncs.length === 2, 'the agent syncs again');
    });

    test('is frequent while there is work', async () => {
      at.server.behavior.isNothingDue = true;
      at.server.addDelivery('alice', 'Hello');
      begin();
      await until(() => at.server.syncs.length > 3, 'the agent syncs several times');
    });

    test('follows soon after the agent is paused', async () => {
      begin();
      await until(() => at.agent.state.isConnected, 'the first sync succeeds');
      at.agent.state.isPaused = true;
      await until(() => at.server.syncs.at(-1)?.is_paused === true, 'the agent reports that it is paused');
    });

    test('is frequent again once the socket has closed', async () => {
      begin();
      await until(() => at.agent.state.isConnected, 'the first sync succeeds');
      socket.connected = false;
      await until(() => at.server.syncs.length > 3, 'the agent syncs several times');
    });
  });

  test('does not become more frequent just because an account is waiting', async () => {
    at.agent.timing = { ...at.agent.timing, presenceMs: 400 };
    at.server.behavior.isNothingDue = true;
    at.server.addDelivery('alice', 'Hello');
    at.start();
    await sleep(1000);
    assert.ok(at.server.syncs.length <= 3, String(at.server.syncs.length));
  });

  test('runs each request once, even if the server assigns it again', async () => {
    let opened = 0;
    const { open } = at.agent.windows;
    at.agent.windows.open = async (...given) => {
      opened += 1;
      await until(() => request.fence === 2 && at.server.syncs.length > 3, 'the server assigns the request again');
      return open(...given);
    };
    const request = at.server.addRequest('open', { accounts: [requestAccount(1)] });
    at.start();
    await until(() => opened > 0, 'the agent starts the request');
    Object.assign(request, { status: 'pending', fence: 2 });
    await until(() => request.status === 'completed', 'the request is completed');
    assert.equal(opened, 1);
  });

  test('leaves out the campaign of a window that is also open for the user, because stopping the campaign does not close it', async () => {
    for (const id of [1, 2]) await at.agent.windows.open(requestAccount(id), { campaignId: 7, isForUser: id === 2 });
    at.start();
    await until(() => at.server.syncs.length > 0, 'the agent syncs');
    assert.deepEqual(at.server.syncs[0]?.windows, [
      { profile_id: 1, campaign_id: 7 },
      { profile_id: 2, campaign_id: null },
    ]);
  });

  test('reports the profiles on this computer right away', async () => {
    at.agent.timing = { ...at.agent.timing, presenceMs: 60_000 };
    let listings = 0;
    at.agent.findProfiles = (paths) => {
      listings += 1;
      return Promise.resolve(paths.map((path) => ({ isMine: path === '/p/1', folder: `${path}/real` })));
    };
    at.server.behavior.askedPaths = [1, 2].map((id) => ({ profile_id: id, path: `/p/${id}` }));
    at.start();
    await until(() => at.server.syncs.length > 1, 'the agent reports the profiles');
    assert.deepEqual(at.server.syncs[1]?.paths, [
      { profile_id: 1, path: '/p/1', is_mine: true, folder: '/p/1/real' },
      { profile_id: 2, path: '/p/2', is_mine: false, folder: '/p/2/real' },
    ]);
    assert.equal(listings, 1, 'the profiles are listed once for all paths');
  });

  test('reports the other profiles if it cannot look for some of them, and mentions the problem only once', async () => {
    const problem = "EACCES: permission denied, open 'profiles.ini'";
    at.agent.findProfiles = (paths) =>
      Promise.resolve(paths.map((path) => (path === '/p/1' ? { problem } : { isMine: true, folder: path })));
    at.server.behavior.askedPaths = [1, 2].map((id) => ({ profile_id: id, path: `/p/${id}` }));
    at.server.addDelivery('alice', 'Hello');
    at.start();
    await until(
      () => isFinished(at.server) && at.server.syncs.length > 3,
      'the message is sent and the agent syncs several times',
    );
    assert.deepEqual(at.server.syncs[1]?.paths, [{ profile_id: 2, path: '/p/2', is_mine: true, folder: '/p/2' }]);
    assert.deepEqual(
      at.agent.lines.filter((line) => line.includes('reach') || line.includes('EACCES')),
      [`Couldn't list some of the Firefox profiles on this computer (${problem}).`],
    );
  });

  test('does not repeat immediately when the server asks about the same paths again', async () => {
    at.agent.timing = { ...at.agent.timing, presenceMs: 60_000 };
    at.server.behavior.askedPaths = [{ profile_id: 1, path: '/elsewhere' }];
    at.server.behavior.keepsAsking = true;
    at.start();
    await until(() => at.server.syncs.length > 1, 'the agent reports the profiles');
    await sleep(300);
    assert.equal(at.server.syncs.length, 2);
  });

  test('an agent that was refused as a duplicate does not sign the other agent off', async () => {
    at.server.behavior.error = 'agent_running_twice';
    at.start();
    await until(() => at.agent.state.isRunningTwice, 'the server refuses the agent as a duplicate');
    at.server.behavior.error = null;
    at.agent.stop();
    await at.running;
    assert.equal(at.server.signOffs, 0);
  });

  test('reports a duplicate agent once, and keeps trying without sending anything', async () => {
    at.server.behavior.error = 'agent_running_twice';
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.start();
    await until(() => at.agent.state.isRunningTwice, 'the server refuses the agent as a duplicate');
    await sleep(300);
    const said = at.agent.lines.filter((line) => line.includes('Another agent'));
    assert.match(said.join('\n'), /^Another agent with a copy of this data folder .* keeps trying\.$/u);
    assert.deepEqual([delivery.state.claim, at.agent.failures], [null, []]);
    at.server.behavior.error = null;
    await until(() => isFinished(at.server), 'the message is sent');
    assert.equal(at.agent.state.isRunningTwice, false);
  });
});
