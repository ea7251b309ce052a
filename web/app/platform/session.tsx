import type { SessionUser } from '@sandpiper/contract/auth';
import { hasActiveSubscription } from '@sandpiper/contract/plans';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { call } from './api.ts';
import { useServerSandbox } from './server-sandbox.ts';
import { readToken, removeToken, storeToken, subscribeToToken } from './token-store.ts';

export type Session = {
  status: 'checking' | 'signed-out' | 'signed-in';
  user: SessionUser | null;
  /** Whether the server runs in sandbox mode, where Instagram is simulated and delays are divided by 100. */
  isSandbox: boolean;
  begin: (token: string, user: SessionUser) => void;
  end: () => void;
  /** Whether the user has signed out in this tab and nobody has signed in since. */
  hasSignedOut: () => boolean;
};

const SessionContext = createContext<Session | null>(null);
export const sessionKey = ['session'];

function useToken(): string | null {
  return useSyncExternalStore(subscribeToToken, readToken, () => null);
}

/**
 * Returns the functions for signing out. `end` signs the user out of this browser immediately. If the server can't be reached, the session
 * stays valid on the server until it expires. Call `onSignedIn` after each sign-in, whether in this tab or another one.
 */
function createEnding() {
  let hasSignedOut = false;
  async function revoke(): Promise<void> {
    try {
      // The request must start before `end` removes the token, because the request contains the token.
      await call('POST /api/auth/logout');
    } catch (error) {
      console.warn('The server didn’t confirm the sign-out', error);
    }
  }
  return {
    end: () => {
      hasSignedOut = true;
      void revoke();
      removeToken(readToken());
    },
    hasSignedOut: () => hasSignedOut,
    onSignedIn: () => {
      hasSignedOut = false;
    },
  };
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const token = useToken();
  const previousToken = useRef(token);
  const serverSandbox = useServerSandbox(token === null) ?? false;
  const profile = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => call('GET /api/auth/profile', undefined, { signal }),
    enabled: token !== null,
    staleTime: 60_000,
    meta: { isSilent: true },
  });
  const [{ end, hasSignedOut, onSignedIn }] = useState(createEnding);
  const checkFailed = profile.isError && profile.data === undefined;

  useEffect(() => {
    if (checkFailed) removeToken(token);
  }, [checkFailed, token]);

  useEffect(() => {
    const previous = previousToken.current;
    previousToken.current = token;
    if (token === null) queryClient.clear();
    else onSignedIn();
    // While this tab was suspended, someone signed out and in again in another tab.
    if (token !== null && previous !== null && token !== previous) void queryClient.resetQueries();
  }, [token, queryClient, onSignedIn]);

  const session = useMemo<Session>(() => {
    const known = token === null ? undefined : profile.data;
    return {
      status: token === null || checkFailed ? 'signed-out' : known === undefined ? 'checking' : 'signed-in',
      user: known?.user ?? null,
      isSandbox: known?.sandbox ?? serverSandbox,
      begin: (newToken, user) => {
        queryClient.setQueryData(sessionKey, { user, sandbox: serverSandbox });
        storeToken(newToken);
        void queryClient.invalidateQueries({ queryKey: sessionKey });
      },
      end,
      hasSignedOut,
    };
  }, [token, profile.data, checkFailed, queryClient, serverSandbox, end, hasSignedOut]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Returns the signed-in user. Throws if nobody is signed in, so use it only on signed-in screens. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (user === null) throw new Error('useUser only works on signed-in screens');
  return user;
}

/** Returns whether the user has an active subscription. Without one, most things can't be created, changed or started. */
export function useHasSubscription(): boolean {
  const { user } = useSession();
  return user !== null && hasActiveSubscription(user, new Date());
}
