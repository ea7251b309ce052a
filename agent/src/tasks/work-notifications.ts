import { io } from 'socket.io-client';
import { createBackoff } from '../platform/backoff.ts';
import type { AgentContext } from './agent.context.ts';

/** The part of a Socket.IO connection that the agent uses. */
export type WorkSocket = {
  /** Whether the socket is connected or will reconnect automatically. False after the server has refused or closed the connection. */
  readonly active: boolean;
  readonly connected: boolean;
  open: () => unknown;
  close: () => unknown;
  on: {
    (event: 'agent_work' | 'connect' | 'disconnect', listener: () => void): unknown;
    (event: 'connect_error', listener: (error: Error) => void): unknown;
  };
};

export type OpenSocket = (agent: AgentContext, token: string) => WorkSocket;

function openSocket(agent: AgentContext, token: string): WorkSocket {
  const { origin, pathname } = new URL(agent.server);
  return io(origin, {
    path: `${pathname.replace(/\/$/u, '')}/socket.io`,
    transports: ['websocket'],
    // While this connection is open, the server considers this run of the agent online.
    auth: { token, process_id: agent.identity.process_id },
    reconnectionDelay: agent.timing.reconnectMs,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.5,
  });
}

/** Whether the server no longer accepts the token. If so, the next sync stops the agent with a message. */
function isFinal(error: Error): boolean {
  if (!('data' in error) || typeof error.data !== 'object' || error.data === null) return false;
  return Reflect.get(error.data, 'code') === 'unauthenticated';
}

/** Reopens a socket that doesn't reconnect automatically. The delay grows with each attempt. */
function createReopening(agent: AgentContext, socket: WorkSocket) {
  const backoff = createBackoff({ firstMs: agent.timing.reconnectMs, lastMs: 30_000 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return {
    soon: () => {
      if (socket.active || isOver) return;
      clearTimeout(timer);
      timer = setTimeout(() => socket.open(), backoff.next());
    },
    done: backoff.reset,
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

export type WorkNotifications = { isConnected: () => boolean; close: () => void };

/**
 * Wakes the agent when the server announces work, and whenever the socket connects, because the agent may have missed an announcement.
 * Without a socket, the agent still syncs at regular intervals.
 */
export function listenForWork(
  agent: AgentContext,
  token: string,
  wake: () => void,
  open: OpenSocket = openSocket,
): WorkNotifications {
  const socket = open(agent, token);
  const reopening = createReopening(agent, socket);
  socket.on('agent_work', wake);
  socket.on('connect', () => {
    reopening.done();
    wake();
  });
  socket.on('disconnect', reopening.soon);
  socket.on('connect_error', (error) => {
    agent.log.debug({ problem: error.message }, 'socket connection failed');
    if (!isFinal(error)) reopening.soon();
  });
  return {
    isConnected: () => socket.connected,
    close: () => {
      reopening.end();
      socket.close();
    },
  };
}
