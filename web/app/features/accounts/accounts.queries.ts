import type { Account } from '@sandpiper/contract/accounts';
import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { failedFields } from '../../platform/failure.ts';
import { toast } from '../../platform/toasts.tsx';

export type AccountQuery = NonNullable<CallInput<'GET /api/profiles'>['query']>;
export type AccountPage = CallOutput<'GET /api/profiles'>;
export type AccountInput = CallInput<'POST /api/profiles'>['body'];

export const accountsKey = ['profiles'] as const;
const pagesKey = [...accountsKey, 'list'] as const;

export function useAccounts(query: AccountQuery) {
  return useQuery({
    queryKey: [...pagesKey, query],
    queryFn: ({ signal }) => call('GET /api/profiles', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { errorToast: 'Failed to fetch profiles' },
  });
}

/** Every account, without pages. */
export function useAllAccounts(isWanted = true) {
  return useQuery({
    queryKey: [...accountsKey, 'all'],
    queryFn: ({ signal }) => call('GET /api/profiles', undefined, { signal }),
    enabled: isWanted,
  });
}

/** How many accounts the pack allows, and how many there are. */
export function usePackInfo() {
  return useQuery({
    queryKey: [...accountsKey, 'pack-info'],
    queryFn: ({ signal }) => call('GET /api/profiles/pack-info', undefined, { signal }),
  });
}

/** What the accounts achieved so far, for the small pictures beside them; the screen works without. */
export function useAccountPerformance() {
  return useQuery({
    queryKey: [...accountsKey, 'performance', 'beside-accounts'],
    queryFn: ({ signal }) => call('GET /api/profiles/performance', { query: { page: 1, limit: 100 } }, { signal }),
    staleTime: 60_000,
    select: ({ profilePerformance }) => new Map(profilePerformance.map((row) => [row.profile_id, row])),
  });
}

function refresh(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: accountsKey });
}

/** Changes the rows on every loaded page and answers what takes the change back. */
async function changeRows(queryClient: QueryClient, change: (rows: Account[]) => Account[]) {
  await queryClient.cancelQueries({ queryKey: pagesKey });
  const before = queryClient.getQueriesData<AccountPage>({ queryKey: pagesKey });
  queryClient.setQueriesData<AccountPage>({ queryKey: pagesKey }, (page) =>
    page === undefined ? page : { ...page, profiles: change(page.profiles) },
  );
  return () => {
    for (const [key, page] of before) queryClient.setQueryData(key, page);
  };
}

/** Adds an account, or changes the one with the id. */
export function useSaveAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: AccountInput }) =>
      id === null ? call('POST /api/profiles', { body }) : call('PUT /api/profiles/:id', { params: { id }, body }),
    onSuccess: (_answer, { id }) => {
      toast.success(id === null ? 'Profile added successfully' : 'Profile updated successfully');
      return refresh(queryClient);
    },
    onError: (error) => {
      // What is wrong with a field is said at the field.
      if (Object.keys(failedFields(error)).some(isField)) return;
      toast.failure(error, 'Failed to save profile');
    },
  });
}

const fields = ['profile_name', 'profile_path', 'insta_username', 'insta_password'];
const isField = (name: string) => fields.includes(name);

/** The switch moves at once and goes back with the reason when the server refuses. */
export function useToggleAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (account: Account) => call('PUT /api/profiles/:id/toggle', { params: { id: account.id } }),
    onMutate: (account) =>
      changeRows(queryClient, (rows) =>
        rows.map((row) => (row.id === account.id ? { ...row, is_active: row.is_active === 1 ? 0 : 1 } : row)),
      ),
    onError: (error, _account, undo) => {
      undo?.();
      toast.failure(error, 'Failed to toggle profile');
    },
    onSettled: () => refresh(queryClient),
  });
}

/** The row goes at once and comes back with the reason when the server refuses. */
export function useRemoveAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (account: Account) => call('DELETE /api/profiles/:id', { params: { id: account.id } }),
    onMutate: (account) => changeRows(queryClient, (rows) => rows.filter((row) => row.id !== account.id)),
    onSuccess: () => toast.success('Profile deleted successfully'),
    onError: (error, _account, undo) => {
      undo?.();
      toast.failure(error, 'Failed to delete profile');
    },
    onSettled: () => refresh(queryClient),
  });
}

/** The owner has looked: the account may send again. */
export function useReleaseAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (account: Account) => call('POST /api/profiles/:id/release', { params: { id: account.id } }),
    onSuccess: (_answer, account) => toast.success(`${account.profile_name} is no longer on hold`),
    onError: (error) => toast.failure(error, 'Failed to end the hold'),
    onSettled: () => {
      // A campaign that waited for it says so no longer.
      void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      return refresh(queryClient);
    },
  });
}
