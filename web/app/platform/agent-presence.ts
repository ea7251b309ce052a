import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AgentToken } from '@sandpiper/contract/agent-tokens';
import { ApiError } from '@sandpiper/contract/client';
import { call } from './api.ts';
import { useIsConnected } from './live.tsx';
import { useRefetchOnEvent } from './refetch-on-event.ts';
import { readToken } from './token-store.ts';

export const agentTokensKey = ['agent-tokens'];
const presenceCheckMs = 30_000;

export type AgentPresence = {
  /** Whether an agent is online. Null if unknown. */
  isOnline: boolean | null;
  isPaused: boolean;
  /**
   * Whether no agent is online and the last agent that tried to connect was refused because of its version. A refusal before that says
   * nothing: a computer that was paired again has a new token, and the refused one is never used again.
   */
  isOutdated: boolean;
  /** Whether any of the user's agents has ever connected. */
  isPaired: boolean;
};

/**
 * Returns whether the server rejects requests until the user sets up two-factor sign-in or cancels the deletion of the user
 * account. Polling stops until then. The signed-in frame refetches the state when it mounts.
 */
function isRefusedForNow(error: unknown): boolean {
  return error instanceof ApiError && ['two_factor_setup_required', 'deletion_pending'].includes(error.code);
}

/** Checks whether none of the agents has connected since the server refused one of them. */
function isLatest(refusedAt: string | null, tokens: readonly AgentToken[]): boolean {
  return refusedAt !== null && tokens.every(({ last_seen_at: at }) => at === null || at < refusedAt);
}

/** Returns the state of the user's agents. Updates live, and also polls in case the live connection fails unnoticed. */
export function useAgentPresence(): AgentPresence {
  const { data, isError } = useQuery({
    queryKey: agentTokensKey,
    queryFn: ({ signal }) => call('GET /api/agent-tokens', undefined, { signal }),
    enabled: readToken() !== null,
    refetchInterval: ({ state }) => (isRefusedForNow(state.error) ? false : presenceCheckMs),
  });
  useRefetchOnEvent('agent_presence', agentTokensKey, 0);
  const tokens = data?.tokens ?? [];
  const online = isError ? [] : tokens.filter((token) => token.online);
  return {
    isOnline: data === undefined || isError ? null : online.length > 0,
    isPaused: online.length > 0 && online.every((token) => token.is_paused),
    isOutdated: online.length === 0 && tokens.some(({ outdated_at: at }) => isLatest(at, tokens)),
    isPaired: tokens.some((token) => token.last_seen_at !== null),
  };
}

/** Refetches the agents' state when the live connection is lost, because no more events arrive. */
export function useCheckPresenceOnLoss(): void {
  const queryClient = useQueryClient();
  const isConnected = useIsConnected();
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (wasConnected.current && !isConnected) void queryClient.invalidateQueries({ queryKey: agentTokensKey });
    wasConnected.current = isConnected;
  }, [isConnected, queryClient]);
}
