import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sleep } from '../platform/clock.ts';
import { buildAgent, type FakeAgent } from '../testing/fake-agent.ts';
import type { FakeServer } from '../testing/fake-server.state.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { endAgent, until } from '../testing/working-agent.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { listenForWork } from './work-notifications.ts';

describe('listening for work', { timeout: 60_000 }, () => {
  let server: FakeServer;
  let agent: FakeAgent;
  let socket: FakeSocket;
  let woken: number;
  let notifications: { close: () => void };
  beforeEach(async () => {
    server = await startFakeServer();
    agent = await buildAgent(server);
    socket = new FakeSocket();
    woken = 0;
    notifications = listenForWork(
      agent,
      'token',
      () => {
        woken += 1;
      },
      () => socket,
    );
  });
  afterEach(async () => {
    notifications.close();
    await endAgent(agent, server, null);
  });

  const refuse = (code: string): void => {
    socket.active = false;
    socket.emit('connect_error', Object.assign(new Error('Refused'), { data: { code } }));
  };

  test('wakes the agent when a connection opens and whenever work is announced', () => {
    socket.emit('connect');
    socket.emit('agent_work');
    assert.equal(woken, 2);
  });

  test('reconnects after the server has refused or closed the connection', async () => {
    refuse('internal');
    await until(() => socket.opened === 1, 'the agent reconnects after a refusal');
    refuse('internal');
    await until(() => socket.opened === 2, 'the agent reconnects after a second refusal');
    socket.active = false;
    socket.emit('disconnect');
    await until(() => socket.opened === 3, 'the agent reconnects after a lost connection');
  });

  test('does not reconnect if the token was revoked, the listener was closed or socket.io reconnects automatically', async () => {
    const expectNoReconnect = async (why: string): Promise<void> => {
      await sleep(200);
      assert.equal(socket.opened, 0, why);
    };
    refuse('unauthenticated');
    await expectNoReconnect('the token was revoked');
    socket.active = true;
    socket.emit('disconnect');
    await expectNoReconnect('socket.io reconnects by itself');
    refuse('internal');
    notifications.close();
    await expectNoReconnect('the listener was closed');
  });
});
