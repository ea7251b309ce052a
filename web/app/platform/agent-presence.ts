import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '@sandpiper/contract/client';
import { call } from './api.ts';
import { useIsConnected, useLiveEvent } from './live.tsx';
import { readToken } from './token-store.ts';

export const agentTokensKey = ['agent-tokens'];
const presenceCheckMs = 30_000;

export type AgentPresence = {
  /** Null while unknown. */
  isOnline: boolean | null;
  isPaused: boolean;
  /** Whether no agent is online and the server has refused one because its version no longer works with it. */
  isOutdated: boolean;
  /** Whether any of this user's agents has ever connected. */
  isPaired: boolean;
  /** Whether the first check has finished, successfully or not. */
  isFetched: boolean;
};

/**
 * Returns whether the server refuses the call until the user sets up two-factor sign-in or cancels their deletion. Polling stops then, and
 * the frame fetches again when it is shown.
 */
function isRefusedForNow(error: unknown): boolean {
  return error instanceof ApiError && ['two_factor_setup_required', 'deletion_pending'].includes(error.code);
}

/** Returns whether the user's agent is online. Changes arrive live; polling covers a connection that died silently. */
export function useAgentPresence(): AgentPresence {
  const queryClient = useQueryClient();
  const { data, isError, isFetched } = useQuery({
    queryKey: agentTokensKey,
    queryFn: ({ signal }) => call('GET /api/agent-tokens', undefined, { signal }),
    enabled: readToken() !== null,
    refetchInterval: ({ state }) => (isRefusedForNow(state.error) ? false : presenceCheckMs),
  });
  useLiveEvent('agent_presence', () => {
    void queryClient.invalidateQueries({ queryKey: agentTokensKey });
  });
  const online = (isError ? undefined : data)?.tokens.filter((token) => token.online) ?? [];
  return {
    isOnline: data === undefined || isError ? null : online.length > 0,
    isPaused: online.length > 0 && online.every((token) => token.is_paused),
    isOutdated: online.length === 0 && (data?.tokens.some((token) => token.is_outdated) ?? false),
    isPaired: data?.tokens.some((token) => token.last_seen_at !== null) ?? false,
    isFetched,
  };
}

/** Refetches the agent's state when the live connection is lost, because changes no longer arrive. */
export function useCheckPresenceOnLoss(): void {
  const queryClient = useQueryClient();
  const isConnected = useIsConnected();
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (wasConnected.current && !isConnected) void queryClient.invalidateQueries({ queryKey: agentTokensKey });
    wasConnected.current = isConnected;
  }, [isConnected, queryClient]);
}
