import type { Computer } from '@sandpiper/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentTokensKey } from './agent-presence.ts';
import { call } from './api.ts';

export function useComputers(isWanted = true) {
  return useQuery({
    // This key starts with the agents' key, so that the computers are refetched whenever an agent comes online or goes offline.
    queryKey: [...agentTokensKey, 'computers'],
    queryFn: ({ signal }) => call('GET /api/computers', undefined, { signal }),
    enabled: isWanted,
    staleTime: 0,
  });
}

const onlineFirst = (one: Computer, other: Computer) =>
  Number(other.is_online) - Number(one.is_online) || one.name.localeCompare(other.name);

export type ComputerChoice = {
  /** The user's computers, online computers first. */
  computers: readonly Computer[];
  /** The computer that requests go to. Undefined if the user has no computers yet or the computers haven't loaded. */
  computer: Computer | undefined;
  isLoading: boolean;
};

/**
 * Returns the computer that the user chose. By default, returns an online computer if there is one. Keeps returning the same computer as
 * long as it exists, so that the screen doesn't switch when a computer comes online or goes offline.
 */
export function useComputerChoice(asked: string | undefined, isWanted = true): ComputerChoice {
  const { data, isLoading } = useComputers(isWanted);
  const [first, setFirst] = useState<string>();
  const computers = data?.computers.toSorted(onlineFirst) ?? [];
  const known = (id: string | undefined) => computers.find((each) => each.id === id);
  const computer = known(asked) ?? known(first) ?? computers[0];
  if (first === undefined && computer !== undefined) setFirst(computer.id);
  return { computers, computer, isLoading };
}
