import type { ClientEvents, ServerEvents } from '@sandpiper/contract/events';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import type { Socket } from 'socket.io-client';
import { serverAddress } from './api.ts';
import { setConnectionLost } from './lazy-part.ts';
import { useSession } from './session.tsx';
import { toast } from './toasts.tsx';
import { readToken, removeToken } from './token-store.ts';

/** The part of socket.io's `Socket` that we use. Tests provide a fake. */
export type LiveSocket = {
  /** Whether the socket is connected or reconnecting automatically. False after the server has rejected or closed the connection. */
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

async function loadOpening(): Promise<() => LiveSocket> {
  const { io } = await import('socket.io-client');
  return () => {
    const socket: Socket<ServerEvents, ClientEvents> = io(serverAddress(), {
      ...connectionOptions,
      auth: (give) => give({ token: readToken() ?? '' }),
    });
    return socket;
  };
}

/** Returns the error code that the server sent when it rejected the connection, or undefined if it sent none. */
function refusalCode(error: Error): unknown {
  if (!('data' in error) || typeof error.data !== 'object' || error.data === null) return undefined;
  return Reflect.get(error.data, 'code');
}

/** Reopens a socket that doesn't reconnect automatically. The delay starts at one second and doubles each time, up to five seconds. */
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

export type Connection = 'connecting' | 'connected' | 'disconnected';

type Live = { socket: LiveSocket | null; connection: Connection; connections: number };

const LiveContext = createContext<Live>({ socket: null, connection: 'connecting', connections: 0 });

/**
 * Returns a function that opens the socket, or undefined until socket.io has loaded. The library is loaded separately, so that the first
 * screen doesn't wait for it, and loading is retried after a failure.
 */
function useOpening(given: (() => LiveSocket) | undefined, onFailure: () => void): (() => LiveSocket) | undefined {
  const [loaded, setLoaded] = useState<() => LiveSocket>();
  const failed = useEffectEvent(onFailure);
  useEffect(() => {
    if (given !== undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const load = () => {
      loadOpening().then(
        (opening) => setLoaded(() => opening),
        (error: unknown) => {
          if (isLeft) return;
          console.warn('No live connection', error);
          failed();
          timer = setTimeout(load, longestReturnMs);
        },
      );
    };
    load();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [given]);
  return given ?? loaded;
}

type LiveProviderProps = { children: ReactNode; open?: () => LiveSocket };

/** Provides the signed-in user's live connection. */
export function LiveProvider({ children, open: given }: LiveProviderProps) {
  const { user, hasSignedOut } = useSession();
  const userId = user?.id;
  const queryClient = useQueryClient();
  const [socket, setSocket] = useState<LiveSocket | null>(null);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [connections, setConnections] = useState(0);
  const open = useOpening(given, () => setConnection('disconnected'));
  useEffect(() => setConnectionLost(connection === 'disconnected'), [connection]);

  useEffect(() => {
    if (userId === undefined || open === undefined) return undefined;
    const opened = open();
    const token = readToken();
    let count = 0;
    let hasFailed = false;
    const comeBack = returnTo(opened);
    opened.on('connect', () => {
      comeBack.done();
      opened.emit('join_user_room', userId);
      count += 1;
      setConnection('connected');
      setConnections(count);
      // Data may have changed while there was no connection. Failed queries are refetched too if they may have failed because there was no
      // connection.
      const isLost = count > 1 || hasFailed;
      void queryClient.invalidateQueries({ predicate: ({ state }) => isLost || state.status !== 'error' });
    });
    opened.on('disconnect', () => {
      setConnection('disconnected');
      comeBack.soon();
    });
    opened.on('connect_error', (error) => {
      hasFailed = true;
      setConnection('disconnected');
      if (refusalCode(error) === 'unauthenticated') {
        removeToken(token);
        return;
      }
      console.warn('No live connection', error.message);
      comeBack.soon();
    });
    // Only open screens listen to events, so the cached data of other screens may be outdated now. Those screens refetch the data when they
    // are opened again. The data is marked as outdated only after the listeners have run, because a listener that patches cached data makes
    // it count as new.
    const markOutdated = () => void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
    opened.onAny(() => queueMicrotask(markOutdated));
    opened.on('session_ended', ({ reason }) => {
      // If the user signed out in this tab, no warning is needed, and the session's `end` has already removed the token.
      if (hasSignedOut()) return;
      toast.warning(reason);
      removeToken(token);
    });
    setSocket(opened);
    return () => {
      opened.emit('leave_user_room', userId);
      opened.close();
      comeBack.done();
      setSocket(null);
      setConnection('connecting');
      setConnections(0);
    };
  }, [userId, open, queryClient, hasSignedOut]);

  const live = useMemo(() => ({ socket, connection, connections }), [socket, connection, connections]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Returns the state of the live connection. `connecting` means that the first attempt hasn't succeeded or failed yet. */
export function useConnection(): Connection {
  return useContext(LiveContext).connection;
}

export function useIsConnected(): boolean {
  return useConnection() === 'connected';
}

/** Returns how many times the live connection has been established. An effect that depends on this number runs again each time. */
export function useConnectionCount(): number {
  return useContext(LiveContext).connections;
}

/** Calls `handler` for each live event with one of these names while the component is mounted. */
export function useLiveEvent<Name extends keyof ServerEvents>(
  names: Name | readonly Name[],
  handler: ServerEvents[Name],
): void {
  const { socket } = useContext(LiveContext);
  const onEvent = useEffectEvent((event: string, values: unknown[]) => {
    if ([names].flat().some((name) => name === event)) Reflect.apply(handler, undefined, values);
  });
  useEffect(() => {
    if (socket === null) return undefined;
    const onAny = (event: string, ...values: unknown[]) => onEvent(event, values);
    socket.onAny(onAny);
    return () => {
      socket.offAny(onAny);
    };
  }, [socket]);
}
