import type { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@sandpiper/contract/events';
import type { Person } from '../access/person.ts';

export type SocketData = { user: Person } & (
  | { kind: 'session'; tokenHash: Buffer }
  | { kind: 'agent'; agentId: number; processId: string | null }
);
type Values<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>;
/** Events between server processes. */
export type ProcessEvents = {
  tell: (room: string, event: keyof ServerEvents, values: Values<keyof ServerEvents>) => void;
  end_sockets: (room: string, reason: string | null) => void;
};
export type SocketServer = Server<ClientEvents, ServerEvents, ProcessEvents, SocketData>;

/** The names of the socket rooms to which events are sent. */
export const rooms = {
  user: (userId: number) => `user:${userId}`,
  agentsOf: (userId: number) => `agents:${userId}`,
  agent: (agentTokenId: number) => `agent:${agentTokenId}`,
  sessionsOf: (userId: number) => `sessions:${userId}`,
  session: (tokenHash: Buffer) => `session:${tokenHash.toString('base64')}`,
};

/** Notifies browsers and agents of changes. Call these functions only after the commit. */
export type Events = {
  toUser: <E extends keyof ServerEvents>(userId: number, event: E, ...values: Parameters<ServerEvents[E]>) => void;
  /** Tells the user's agents that there may be new work to claim. */
  wakeAgents: (userId: number) => void;
  endSession: (tokenHash: Buffer, reason: string) => void;
  endSessionsOf: (userId: number, reason: string) => void;
  endAgent: (agentTokenId: number) => void;
  endAgentsOf: (userId: number) => void;
};

/**
 * Creates the functions that send events. Each process notifies and closes its own sockets, and tells the other processes to do the same.
 */
export function createEvents(io: SocketServer, hasOthers: boolean): Events {
  // Notify this process's sockets directly, because `io.to` would notify them only after the database has received the event for the
  // other processes.
  const tellHere = <E extends keyof ServerEvents>(room: string, event: E, values: Values<E>) => {
    io.local.to(room).emit(event, ...values);
  };
  io.on('tell', tellHere);
  const tell = <E extends keyof ServerEvents>(room: string, event: E, values: Values<E>) => {
    tellHere(room, event, values);
    if (hasOthers) io.serverSideEmit('tell', room, event, values);
  };
  // Each process sends `session_ended` to its own sockets, because an event from another process would arrive after the disconnect.
  const endHere = (room: string, reason: string | null) => {
    if (reason !== null) io.local.to(room).emit('session_ended', { reason });
    io.local.in(room).disconnectSockets(true);
  };
  io.on('end_sockets', endHere);
  const endSockets = (room: string, reason: string | null) => {
    endHere(room, reason);
    if (hasOthers) io.serverSideEmit('end_sockets', room, reason);
  };
  return {
    toUser: (userId, event, ...values) => tell(rooms.user(userId), event, values),
    wakeAgents: (userId) => tell(rooms.agentsOf(userId), 'agent_work', []),
    endSession: (tokenHash, reason) => endSockets(rooms.session(tokenHash), reason),
    endSessionsOf: (userId, reason) => endSockets(rooms.sessionsOf(userId), reason),
    endAgent: (agentTokenId) => endSockets(rooms.agent(agentTokenId), null),
    endAgentsOf: (userId) => endSockets(rooms.agentsOf(userId), null),
  };
}
