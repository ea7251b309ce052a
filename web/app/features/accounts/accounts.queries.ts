import { limitPresets } from '@sandpiper/contract/account-limits';
import type { Account } from '@sandpiper/contract/accounts';
import type { PerformanceRow } from '@sandpiper/contract/account-performance';
import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { untilHoldsEnd } from '../../platform/all-accounts.ts';
import { call } from '../../platform/api.ts';
import { formatDateTime } from '../../platform/dates.ts';
import { failedFields } from '../../platform/failure.ts';
import { useOptimisticUpdate } from '../../platform/use-optimistic-update.ts';
import { useIsMounted } from '../../platform/use-is-mounted.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { toast } from '../../platform/toasts.tsx';
import { accountTexts } from './accounts.texts.ts';
import { accountLimitsTexts as limitsTexts } from './limits/account-limits.texts.ts';
import { isLimitField } from './limits/limits-input.ts';

const { toasts: texts } = accountTexts;

export type AccountQuery = NonNullable<CallInput<'GET /api/profiles'>['query']>;
export type AccountPage = CallOutput<'GET /api/profiles'>;
export type AccountInput = CallInput<'POST /api/profiles'>['body'];
type AccountChanges = NonNullable<CallInput<'PUT /api/profiles/:id'>['body']>;

export const accountsKey = ['profiles'] as const;
const packInfoKey = [...accountsKey, 'pack-info'] as const;
const pagesKey = [...accountsKey, 'list'] as const;

export function useAccounts(query: AccountQuery) {
  return useQuery({
    queryKey: [...pagesKey, query],
    queryFn: ({ signal }) => call('GET /api/profiles', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: untilHoldsEnd,
    meta: { errorToast: texts.fetchFailed, isPolled: true },
  });
}

/** Loads how many accounts the user has and how many the pack allows. Refetches when an administrator may have changed the pack. */
export function usePackInfo() {
  useRefetchOnEvent('user_update', packInfoKey, 0);
  return useQuery({
    queryKey: packInfoKey,
    queryFn: ({ signal }) => call('GET /api/profiles/pack-info', undefined, { signal }),
  });
}

async function readPerformance(signal: AbortSignal): Promise<PerformanceRow[]> {
  const read = (page: number) => call('GET /api/profiles/performance', { query: { page, limit: 100 } }, { signal });
  const first = await read(1);
  const otherPages = Array.from({ length: Math.max(0, first.pagination.totalPages - 1) }, (_, index) => index + 2);
  const others = await Promise.all(otherPages.map(read));
  return [first, ...others].flatMap(({ profilePerformance }) => profilePerformance);
}

/** Loads each account's results for the charts in the table. If loading fails, the table has no charts. */
export function useAccountPerformance() {
  return useQuery({
    queryKey: [...accountsKey, 'performance', 'beside-accounts'],
    queryFn: ({ signal }) => readPerformance(signal),
    staleTime: 60_000,
    select: (rows) => new Map(rows.map((row) => [row.profile_id, row])),
  });
}

/** Returns a function that refetches everything about accounts. */
export function useRefreshAccounts() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: accountsKey });
}

/** Returns the mutation options that change an account's row on every cached page, or remove it if `change` returns an empty array. */
function useOptimisticRow(change: (row: Account, target: Account) => Account[], failed: string) {
  return useOptimisticUpdate(
    { queryKey: pagesKey },
    (page: AccountPage, target: Account) => ({
      ...page,
      profiles: page.profiles.flatMap((row) => (row.id === target.id ? change(row, target) : [row])),
    }),
    failed,
  );
}

type AccountToSave = ({ id: null; body: AccountInput } | { id: number; body: AccountChanges }) & {
  /** True if the agent looked for the account's Firefox profile and didn't find it. */
  isMissing?: boolean;
};

/** Returns a mutation that adds an account or, if `id` isn't null, updates that account. */
export function useSaveAccount() {
  const refresh = useRefreshAccounts();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: ({ id, body }: AccountToSave) =>
      id === null ? call('POST /api/profiles', { body }) : call('PUT /api/profiles/:id', { params: { id }, body }),
    onSuccess: (_answer, { id, body, isMissing = false }) => {
      const isNew = id === null;
      if (isMissing && body.profile_path !== undefined) {
        toast.warning(isNew ? texts.addedWithoutProfile : texts.updatedWithoutProfile, { detail: texts.checkPath });
      } else {
        toast.success(isNew ? texts.added : texts.updated);
      }
      return refresh();
    },
    onError: (error) => {
      // No toast, because the form shows field errors next to their fields, unless the user has left the screen.
      if (isMounted() && Object.keys(failedFields(error)).some(isField)) return;
      toast.failure(error, texts.saveFailed);
    },
  });
}

const identityFields = new Set(['profile_name', 'profile_path', 'insta_username', 'insta_password']);
const isField = (name: string) => identityFields.has(name) || isLimitField(name);

/** Returns a mutation that sets the recommended daily limit. */
export function useProtectAccount() {
  const refresh = useRefreshAccounts();
  const { daily_limit } = limitPresets.established;
  return useMutation({
    mutationFn: ({ id }: Account) => call('PUT /api/profiles/:id', { params: { id }, body: { daily_limit } }),
    onSuccess: ({ profile }) => {
      toast.success(limitsTexts.protected(profile.profile_name, daily_limit));
      return refresh();
    },
    onError: (error) => toast.failure(error, limitsTexts.protectFailed),
  });
}

export function useRemovePassword() {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: ({ id }: Account) => call('PUT /api/profiles/:id', { params: { id }, body: { insta_password: null } }),
    onSuccess: ({ profile }) => {
      toast.success(texts.passwordRemoved(profile.profile_name));
      return refresh();
    },
    onError: (error) => toast.failure(error, texts.passwordRemovalFailed),
  });
}

/** Sends the new state instead of a toggle, because another tab may have switched the account on or off in the meantime. */
function switchAccount(id: number, isActive: boolean) {
  return call('PUT /api/profiles/:id/toggle', { params: { id }, body: { is_active: isActive } });
}

/** Undoes the removal of an account by adding it again. The server recognizes the account and restores its hold, pacing and statistics. */
async function addAgain(account: Account): Promise<void> {
  const { profile_name, profile_path, insta_username, is_active, daily_limit, ramp, timezone, hours } = account;
  const username = insta_username === null ? {} : { insta_username };
  const limits = { daily_limit, ramp, timezone, hours };
  const { profile } = await call('POST /api/profiles', {
    body: { profile_name, profile_path, ...username, ...limits },
  });
  if (profile.is_active !== is_active) await switchAccount(profile.id, is_active === 1);
}

/**
 * Switches an account on or off optimistically. If the server rejects the change, the switch flips back and a toast explains
 * why.
 */
export function useToggleAccount() {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: ({ id, is_active }: Account) => switchAccount(id, is_active === 0),
    ...useOptimisticRow((row, { is_active }) => [{ ...row, is_active: is_active === 1 ? 0 : 1 }], texts.switchFailed),
    onSuccess: ({ profile }, before) => {
      const text =
        profile.is_active === 1 ? texts.switchedOn(profile.profile_name) : texts.switchedOff(profile.profile_name);
      // There is no Undo for an account in use: switching it off may have paused its campaign, and switching it back on wouldn't
      // resume the campaign.
      if (before.in_use_by !== null) toast.success(text);
      else
        toast.undoable(text, {
          undo: () => switchAccount(before.id, before.is_active === 1),
          refresh,
        });
    },
    onSettled: refresh,
  });
}

/** Removes an account optimistically. If the server rejects the removal, the row reappears and a toast explains why. */
export function useRemoveAccount() {
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: (account: Account) => call('DELETE /api/profiles/:id', { params: { id: account.id } }),
    ...useOptimisticRow(() => [], texts.deleteFailed),
    onSuccess: (_answer, account) => {
      // An account with a stored password can't be restored, because the server has already erased the password. A duplicate can't be
      // restored either, because the server would reject it.
      if (account.has_password || account.double_of !== null) toast.success(texts.deleted);
      else toast.undoable(texts.deleted, { undo: () => addAgain(account), refresh });
    },
    onSettled: refresh,
  });
}

/** Returns a mutation that ends an account's hold, so that the account can send again. */
export function useReleaseAccount() {
  const queryClient = useQueryClient();
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: (account: Account) => call('POST /api/profiles/:id/release', { params: { id: account.id } }),
    onSuccess: ({ profile: { profile_name, hold } }) => {
      if (hold === null) toast.success(texts.released(profile_name));
      // An earlier timed hold that has not expired applies again.
      else if (hold.until === null) toast.warning(texts.stillHeld(profile_name), { detail: hold.text });
      else toast.warning(texts.heldUntil(profile_name, formatDateTime(hold.until)), { detail: hold.text });
    },
    onError: (error) => toast.failure(error, texts.releaseFailed),
    onSettled: () => {
      // A campaign may have been waiting for this account.
      void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      return refresh();
    },
  });
}
