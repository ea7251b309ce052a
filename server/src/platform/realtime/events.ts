import type { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@sandpiper/contract/events';
import type { Person } from '../access/person.ts';

export type SocketData = { user: Person; kind: 'session' | 'agent' };
type NoEvents = Record<never, never>;
export type SocketServer = Server<ClientEvents, ServerEvents, NoEvents, SocketData>;

/** Names of the groups of sockets that events go to. */
export const rooms = {
  user: (userId: number) => `user:${userId}`,
  agentsOf: (userId: number) => `agents:${userId}`,
  agent: (agentTokenId: number) => `agent:${agentTokenId}`,
  sessionsOf: (userId: number) => `sessions:${userId}`,
  session: (tokenHash: Buffer) => `session:${tokenHash.toString('base64')}`,
};

/** Tells browsers and agents what changed. Call it only after the change is durable. */
export type Events = {
  toUser: <E extends keyof ServerEvents>(userId: number, event: E, ...values: Parameters<ServerEvents[E]>) => void;
  /** To the user's agents: there may be something to claim. */
  wakeAgents: (userId: number) => void;
  endSession: (tokenHash: Buffer, reason: string) => void;
  endSessionsOf: (userId: number, reason: string) => void;
  endAgent: (agentTokenId: number) => void;
  endAgentsOf: (userId: number) => void;
};

export function createEvents(io: SocketServer): Events {
  const endSessions = (room: string, reason: string) => {
    io.to(room).emit('session_ended', { reason });
    io.in(room).disconnectSockets(true);
  };
  return {
    toUser: (userId, event, ...values) => {
      io.to(rooms.user(userId)).emit(event, ...values);
    },
    wakeAgents: (userId) => {
      io.to(rooms.agentsOf(userId)).emit('agent_work');
    },
    endSession: (tokenHash, reason) => endSessions(rooms.session(tokenHash), reason),
    endSessionsOf: (userId, reason) => endSessions(rooms.sessionsOf(userId), reason),
    endAgent: (agentTokenId) => io.in(rooms.agent(agentTokenId)).disconnectSockets(true),
    endAgentsOf: (userId) => io.in(rooms.agentsOf(userId)).disconnectSockets(true),
  };
}
