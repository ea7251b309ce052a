import assert from 'node:assert/strict';
import { after } from 'node:test';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { campaignLogSchema } from '@sandpiper/contract/campaign-logs';
import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import type { ClientEvents, ServerEvents } from '@sandpiper/contract/events';
import type { App } from '../platform/app-context.ts';
import type { TestUser } from './builders.ts';

export type TestSocket = Socket<ServerEvents, ClientEvents>;

type EventName = keyof ServerEvents | 'connect' | 'connect_error' | 'disconnect';

/** Resolves with the payload of the next event with this name. */
export function next(socket: TestSocket, event: EventName): Promise<unknown[]> {
  return new Promise((resolve) => {
    socket.once(event, (...values: unknown[]) => resolve(values));
  });
}

/** Resolves with the next log entry for this action. */
export function nextLog(socket: TestSocket, action: string): Promise<CampaignLog> {
  return new Promise((resolve) => {
    socket.on('campaign_log', (entry) => {
      const log = campaignLogSchema.parse(entry);
      if (log.action === action) resolve(log);
    });
  });
}

export const join = (socket: TestSocket, userId: number) =>
  new Promise<{ joined: boolean }>((resolve) => socket.emit('join_user_room', userId, resolve));

/** Makes a server listen, and returns functions that connect to it. All sockets are closed when the test, suite or file ends. */
export async function socketsOn(app: App) {
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const opened: TestSocket[] = [];
  after(() => {
    for (const socket of opened) socket.disconnect();
  });

  function open(auth: object): TestSocket {
    const socket: TestSocket = io(address, { transports: ['websocket'], forceNew: true, reconnection: false, auth });
    opened.push(socket);
    return socket;
  }

  async function connected(caller: { token: string }) {
    const socket = open({ token: caller.token });
    await next(socket, 'connect');
    return socket;
  }

  /** Connects a user's browser and joins the user's room. */
  async function joined(user: TestUser) {
    const socket = await connected(user);
    assert.deepEqual(await join(socket, user.id), { joined: true });
    return socket;
  }

  return { open, connected, joined };
}
