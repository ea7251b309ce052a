import { io } from 'socket.io-client';
import type { AgentContext } from './agent.context.ts';

/** Listens for "there may be something to do", so that work begins at once; without it the agent asks now and then. */
export function listenForWork(agent: AgentContext, token: string, wake: () => void): { close: () => void } {
  const { origin, pathname } = new URL(agent.server);
  const socket = io(origin, {
    path: `${pathname.replace(/\/$/u, '')}/socket.io`,
    transports: ['websocket'],
    auth: { token },
    reconnectionDelay: agent.timing.reconnectMs,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.5,
  });
  socket.on('agent_work', wake);
  socket.on('connect', wake);
  socket.on('connect_error', (error) => agent.log.debug({ problem: error.message }, 'no socket'));
  return { close: () => void socket.disconnect() };
}
