import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

type AllAccountsOptions = {
  isWanted?: boolean;
  /** Shown with the reason when the accounts can't be loaded. */
  errorToast?: string;
};

/** Every account, without pages. */
export function useAllAccounts({ isWanted = true, errorToast }: AllAccountsOptions = {}) {
  return useQuery({
    queryKey: ['profiles', 'all'],
    queryFn: ({ signal }) => call('GET /api/profiles', undefined, { signal }),
    enabled: isWanted,
    meta: errorToast === undefined ? {} : { errorToast },
  });
}
