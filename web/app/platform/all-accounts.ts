import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

type AllAccountsOptions = {
  isWanted?: boolean;
  /** The toast shown, together with the reason, if the accounts can't be loaded. */
  errorToast?: string;
};

/** Loads all of the user's accounts, without pagination. */
export function useAllAccounts({ isWanted = true, errorToast }: AllAccountsOptions = {}) {
  return useQuery({
    queryKey: ['profiles', 'all'],
    queryFn: ({ signal }) => call('GET /api/profiles', undefined, { signal }),
    enabled: isWanted,
    meta: { errorToast },
  });
}
