import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from './api.ts';
import { useIsConnected, useLiveEvent } from './live.tsx';
import { readToken } from './token-store.ts';

export const agentTokensKey = ['agent-tokens'];
const presenceCheckMs = 30_000;

export type AgentPresence = {
  /** Null until known, and while it cannot be asked for. */
  isOnline: boolean | null;
  isPaused: boolean;
  /** None is there, and one was turned away because it does not fit this server any more. */
  isOutdated: boolean;
  /** Whether any agent was ever connected to this user. */
  isPaired: boolean;
  /** The first look has ended, whether it found out or failed. */
  isFetched: boolean;
};

/** Whether the program on the user's computer is there. Changes are told live; the check covers a silent loss. */
export function useAgentPresence(): AgentPresence {
  const queryClient = useQueryClient();
  const { data, isError, isFetched } = useQuery({
    queryKey: agentTokensKey,
    queryFn: ({ signal }) => call('GET /api/agent-tokens', undefined, { signal }),
    enabled: readToken() !== null,
    refetchInterval: presenceCheckMs,
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

/** Asks at once when the live connection was lost: what was known of the agent came over it. */
export function useCheckPresenceOnLoss(): void {
  const queryClient = useQueryClient();
  const isConnected = useIsConnected();
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (wasConnected.current && !isConnected) void queryClient.invalidateQueries({ queryKey: agentTokensKey });
    wasConnected.current = isConnected;
  }, [isConnected, queryClient]);
}
