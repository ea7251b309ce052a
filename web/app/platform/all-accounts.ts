import type { Account } from '@sandpiper/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

const holdCheckMs = 60_000;

type AccountsState = { state: { data: { profiles: readonly Account[] } | undefined } };

/**
 * The refetch interval of queries for accounts. While an account is on a timed hold, the accounts are refetched every minute, because no
 * event announces that a hold has ended automatically.
 */
export function untilHoldsEnd({ state: { data } }: AccountsState): number | false {
  return data?.profiles.some(({ hold }) => typeof hold?.until === 'string') === true ? holdCheckMs : false;
}

export const allAccountsKey = ['profiles', 'all'];

type AllAccountsOptions = {
  isWanted?: boolean;
  /** The toast shown, together with the reason, if the accounts can't be loaded. */
  errorToast?: string;
};

/** Loads all of the user's accounts, without pagination. */
export function useAllAccounts({ isWanted = true, errorToast }: AllAccountsOptions = {}) {
  return useQuery({
    queryKey: allAccountsKey,
    queryFn: ({ signal }) => call('GET /api/profiles', undefined, { signal }),
    enabled: isWanted,
    refetchInterval: untilHoldsEnd,
    meta: { errorToast, isPolled: true },
  });
}
