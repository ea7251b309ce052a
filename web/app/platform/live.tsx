import type { ClientEvents, ServerEvents } from '@sandpiper/contract/events';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { io, type Socket } from 'socket.io-client';
import { apiBaseUrl } from './api.ts';
import { useSession } from './session.tsx';
import { toast } from './toasts.tsx';
import { readToken, removeToken } from './token-store.ts';

/** What is asked of a socket.io connection, and no more, so that a test can stand in for it. */
export type LiveSocket = {
  /** Whether it is connected or comes back by itself: after the server has refused or dropped it, it does not. */
  readonly active: boolean;
  open(): void;
  on(event: 'connect' | 'disconnect', listener: () => void): void;
  on(event: 'connect_error', listener: (error: Error) => void): void;
  on(event: 'session_ended', listener: ServerEvents['session_ended']): void;
  onAny(listener: (event: string, ...values: unknown[]) => void): void;
  offAny(listener: (event: string, ...values: unknown[]) => void): void;
  emit(event: 'join_user_room' | 'leave_user_room', userId: number): void;
  close(): void;
};

const returnMs = 1000;
const longestReturnMs = 5000;

export const connectionOptions = {
  path: '/socket.io',
  transports: ['websocket'],
  reconnection: true,
  reconnectionDelay: returnMs,
  reconnectionDelayMax: longestReturnMs,
  randomizationFactor: 0.5,
  timeout: 20_000,
};

function openSocket(): LiveSocket {
  const socket: Socket<ServerEvents, ClientEvents> = io(apiBaseUrl === '' ? window.location.origin : apiBaseUrl, {
    ...connectionOptions,
    auth: (give) => give({ token: readToken() ?? '' }),
  });
  return socket;
}

/** Why the server let nobody in, by its stable code. */
function refusalCode(error: Error): unknown {
  if (!('data' in error) || typeof error.data !== 'object' || error.data === null) return undefined;
  return Reflect.get(error.data, 'code');
}

/** Opens a socket again that does not come back by itself: after a second at first, later after five. */
function returnTo(socket: LiveSocket) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = returnMs;
  return {
    soon: () => {
      if (socket.active) return;
      clearTimeout(timer);
      timer = setTimeout(() => socket.open(), waitMs);
      waitMs = Math.min(waitMs * 2, longestReturnMs);
    },
    done: () => {
      clearTimeout(timer);
      waitMs = returnMs;
    },
  };
}

type Live = { socket: LiveSocket | null; isConnected: boolean; connections: number };

const LiveContext = createContext<Live>({ socket: null, isConnected: false, connections: 0 });

type LiveProviderProps = { children: ReactNode; open?: () => LiveSocket };

/** Holds the one connection of the signed-in person; what is on screen is asked for anew whenever it is made. */
export function LiveProvider({ children, open = openSocket }: LiveProviderProps) {
  const { user, isEnding } = useSession();
  const userId = user?.id;
  const queryClient = useQueryClient();
  const [socket, setSocket] = useState<LiveSocket | null>(null);
  const [isConnected, setConnected] = useState(false);
  const [connections, setConnections] = useState(0);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const opened = open();
    let count = 0;
    let hasFailed = false;
    const comeBack = returnTo(opened);
    opened.on('connect', () => {
      comeBack.done();
      opened.emit('join_user_room', userId);
      count += 1;
      setConnected(true);
      setConnections(count);
      // What was asked before this may have changed while nobody listened. A failure is of the connection only where that failed.
      const isLost = count > 1 || hasFailed;
      void queryClient.invalidateQueries({ predicate: ({ state }) => isLost || state.status !== 'error' });
    });
    opened.on('disconnect', () => {
      setConnected(false);
      comeBack.soon();
    });
    opened.on('connect_error', (error) => {
      hasFailed = true;
      setConnected(false);
      if (refusalCode(error) === 'unauthenticated') {
        removeToken();
        return;
      }
      console.warn('No live connection', error.message);
      comeBack.soon();
    });
    opened.on('session_ended', ({ reason }) => {
      // Who signs out here knows why, and the sign-out itself takes the token away.
      if (isEnding()) return;
      toast.warning(reason);
      removeToken();
    });
    setSocket(opened);
    return () => {
      opened.emit('leave_user_room', userId);
      opened.close();
      comeBack.done();
      setSocket(null);
      setConnected(false);
      setConnections(0);
    };
  }, [userId, open, queryClient, isEnding]);

  const live = useMemo(() => ({ socket, isConnected, connections }), [socket, isConnected, connections]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useIsConnected(): boolean {
  return useContext(LiveContext).isConnected;
}

/** How often the connection was made so far: an effect that depends on it runs again after each reconnection. */
export function useConnectionCount(): number {
  return useContext(LiveContext).connections;
}

/** Calls the handler for each event of that name while the component is there. */
export function useLiveEvent<Name extends keyof ServerEvents>(name: Name, handler: ServerEvents[Name]): void {
  const { socket } = useContext(LiveContext);
  const onEvent = useEffectEvent((...values: Parameters<ServerEvents[Name]>) => {
    Reflect.apply(handler, undefined, values);
  });
  useEffect(() => {
    if (socket === null) return undefined;
    const onAny = (event: string, ...values: unknown[]) => {
      if (event === name) Reflect.apply(onEvent, undefined, values);
    };
    socket.onAny(onAny);
    return () => {
      socket.offAny(onAny);
    };
  }, [socket, name]);
}
