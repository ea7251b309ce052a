import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

type AllAccountsOptions = {
  isWanted?: boolean;
  /** Shown together with the reason when the accounts can't be loaded. */
  errorToast?: string;
};

/** Loads all accounts at once, without paging. */
export function useAllAccounts({ isWanted = true, errorToast }: AllAccountsOptions = {}) {
  return useQuery({
    queryKey: ['profiles', 'all'],
    queryFn: ({ signal }) => call('GET /api/profiles', undefined, { signal }),
    enabled: isWanted,
    meta: errorToast === undefined ? {} : { errorToast },
  });
}
