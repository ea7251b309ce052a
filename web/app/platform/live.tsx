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
  on(event: 'connect' | 'disconnect', listener: () => void): void;
  on(event: 'connect_error', listener: (error: Error) => void): void;
  on(event: 'session_ended', listener: ServerEvents['session_ended']): void;
  onAny(listener: (event: string, ...values: unknown[]) => void): void;
  offAny(listener: (event: string, ...values: unknown[]) => void): void;
  emit(event: 'join_user_room' | 'leave_user_room', userId: number): void;
  close(): void;
};

/** Whoever is connected later than this may have missed what happened since the screen was loaded. */
const promptMs = 2000;

export const connectionOptions = {
  path: '/socket.io',
  transports: ['websocket'],
  reconnection: true,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
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

type Live = { socket: LiveSocket | null; isConnected: boolean; connections: number };

const LiveContext = createContext<Live>({ socket: null, isConnected: false, connections: 0 });

type LiveProviderProps = { children: ReactNode; open?: () => LiveSocket };

/** Holds the one connection of the signed-in person; everything on screen is asked for anew after it was lost. */
export function LiveProvider({ children, open = openSocket }: LiveProviderProps) {
  const { user } = useSession();
  const userId = user?.id;
  const queryClient = useQueryClient();
  const [socket, setSocket] = useState<LiveSocket | null>(null);
  const [isConnected, setConnected] = useState(false);
  const [connections, setConnections] = useState(0);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const opened = open();
    const openedAt = Date.now();
    let count = 0;
    let hasFailed = false;
    opened.on('connect', () => {
      opened.emit('join_user_room', userId);
      count += 1;
      setConnected(true);
      setConnections(count);
      if (count > 1 || hasFailed || Date.now() - openedAt > promptMs) void queryClient.invalidateQueries();
    });
    opened.on('disconnect', () => setConnected(false));
    opened.on('connect_error', (error) => {
      hasFailed = true;
      setConnected(false);
      console.warn('No live connection', error.message);
    });
    opened.on('session_ended', ({ reason }) => {
      toast.warning(reason);
      removeToken();
    });
    setSocket(opened);
    return () => {
      opened.emit('leave_user_room', userId);
      opened.close();
      setSocket(null);
      setConnected(false);
      setConnections(0);
    };
  }, [userId, open, queryClient]);

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
