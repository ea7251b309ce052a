import { io } from 'socket.io-client';
import { createBackoff } from '../platform/backoff.ts';
import type { AgentContext } from './agent.context.ts';

/** What is asked of a socket.io connection, and no more. */
export type HintSocket = {
  /** Whether it is connected or comes back by itself: after the server has refused or dropped it, it does not. */
  readonly active: boolean;
  open: () => unknown;
  close: () => unknown;
  on: {
    (event: 'agent_work' | 'connect' | 'disconnect', listener: () => void): unknown;
    (event: 'connect_error', listener: (error: Error) => void): unknown;
  };
};

function openSocket(agent: AgentContext, token: string): HintSocket {
  const { origin, pathname } = new URL(agent.server);
  return io(origin, {
    path: `${pathname.replace(/\/$/u, '')}/socket.io`,
    transports: ['websocket'],
    auth: { token },
    reconnectionDelay: agent.timing.reconnectMs,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.5,
  });
}

/** The token is known no more: the next sign of life ends the agent and says so. */
function isFinal(error: Error): boolean {
  if (!('data' in error) || typeof error.data !== 'object' || error.data === null) return false;
  return Reflect.get(error.data, 'code') === 'unauthenticated';
}

/** Opens a socket again that does not come back by itself, later and later while that does not help. */
function returnTo(agent: AgentContext, socket: HintSocket) {
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

/** Listens for "there may be something to do", so that work begins at once; without it the agent asks now and then. */
export function listenForWork(
  agent: AgentContext,
  token: string,
  wake: () => void,
  open = openSocket,
): { close: () => void } {
  const socket = open(agent, token);
  const comeBack = returnTo(agent, socket);
  socket.on('agent_work', wake);
  socket.on('connect', () => {
    comeBack.done();
    wake();
  });
  socket.on('disconnect', comeBack.soon);
  socket.on('connect_error', (error) => {
    agent.log.debug({ problem: error.message }, 'no socket');
    if (!isFinal(error)) comeBack.soon();
  });
  return {
    close: () => {
      comeBack.end();
      socket.close();
    },
  };
}
