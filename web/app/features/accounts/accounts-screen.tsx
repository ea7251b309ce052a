import { Button } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { looksLikeBrowserDefault } from '@sandpiper/contract/default-profiles';
import { defaultPageSize, pageSizes } from '@sandpiper/contract/limits';
import { IconExternalLink, IconPlus, IconX } from '@tabler/icons-react';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { usePageRows } from '../../platform/pagination.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { AgentNotice, SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import { AccountFormModal } from './account-form-modal.tsx';
import { useAccountRequests, useCloseAllAccounts, useOpenAllAccounts } from './account-requests.queries.ts';
import { AccountTable } from './account-table.tsx';
import { accountsKey, useAccountPerformance, useAccounts, usePackInfo } from './accounts.queries.ts';
import { MoveAccountModal } from './move-account-modal.tsx';
import { PackUnknown, PackUsage } from './pack-usage.tsx';
import { RemoveAccountModal } from './remove-account-modal.tsx';

const tableDefaults = { size: defaultPageSize, sizes: pageSizes, filters: {} };
const purpose = 'Each Instagram account lives in a Firefox profile of its own on your computer.';

export function AccountsScreen() {
  const table = useTableState(tableDefaults);
  const accounts = useAccounts({ search: table.search, page: table.page, limit: table.size });
  const pack = usePackInfo();
  const performance = useAccountPerformance();
  const requests = useAccountRequests();
  // Which computers are connected, and with them where the accounts are.
  useRefetchOnEvent('agent_presence', accountsKey);
  const form = useDialogState<Account | 'new'>();
  const removal = useDialogState<Account>();
  const move = useDialogState<Account>();
  const isAllowed = useHasSubscription();
  const canAdd = isAllowed && pack.data?.canAddMore === true;
  // Whether the pack has room may not be known yet; the server says so too.
  useOpenFormOnArrival(() => isAllowed && pack.data?.canAddMore !== false && form.open('new'));

  const shown = accounts.data?.profiles.filter(
    (account) => !looksLikeBrowserDefault(account.profile_name, account.profile_path),
  );
  const rows = usePageRows({ table, answer: accounts, rows: accounts.data?.profiles, shown });
  const hidden = (accounts.data?.profiles.length ?? 0) - (shown?.length ?? 0);
  const pages = accounts.data?.pagination;

  return (
    <>
      <PageHeader
        title="Accounts"
        description={purpose}
        actions={<ScreenActions canAdd={canAdd} onAdd={() => form.open('new')} />}
      />
      <SubscriptionBanner what="managing accounts" />
      <AgentNotice what="Opening and closing profiles" />
      <FilterBar>
        <SearchInput value={table.search} onSearch={table.setSearch} placeholder="Search accounts..." />
        {pack.isError && pack.data === undefined ? (
          <PackUnknown isTrying={pack.isFetching} onRetry={() => void pack.refetch()} />
        ) : (
          <PackUsage pack={pack.data} />
        )}
      </FilterBar>
      <AccountTable
        accounts={rows}
        requests={requests}
        performance={performance.data}
        skeletonRows={Math.min(table.size, 10)}
        isStale={accounts.isPlaceholderData}
        onEdit={form.open}
        onMove={move.open}
        onRemove={removal.open}
        empty={
          accounts.isError ? (
            <LoadFailed what="The accounts" onRetry={() => void accounts.refetch()} />
          ) : hidden > 0 ? (
            <OnlyHidden />
          ) : (
            <NoAccounts search={table.search} canAdd={canAdd} onAdd={() => form.open('new')} />
          )
        }
      />
      <TableFooter
        page={table.page}
        totalPages={pages?.totalPages ?? 1}
        totalItems={pages?.totalItems ?? 0}
        size={table.size}
        onPage={table.setPage}
        onSize={table.setSize}
        noun="accounts"
        hidden={hidden}
      />
      <AccountFormModal target={form.target} isOpen={form.isOpen} onClose={form.close} />
      <MoveAccountModal account={move.target} isOpen={move.isOpen} onClose={move.close} />
      <RemoveAccountModal
        account={removal.target}
        performance={removal.target === null ? undefined : performance.data?.get(removal.target.id)}
        isOpen={removal.isOpen}
        onClose={removal.close}
      />
    </>
  );
}

function ScreenActions({ canAdd, onAdd }: { canAdd: boolean; onAdd: () => void }) {
  const openAll = useOpenAllAccounts();
  const closeAll = useCloseAllAccounts();
  const isAllowed = useHasSubscription();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconExternalLink size={16} aria-hidden />}
        disabled={!isAllowed}
        loading={openAll.isPending}
        onClick={() => openAll.mutate()}
      >
        Open All Active
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden />}
        loading={closeAll.isPending}
        onClick={() => closeAll.mutate()}
      >
        Close
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={!canAdd} onClick={onAdd}>
        Add Account
      </Button>
    </>
  );
}

/** There are accounts, but all on this page live in profiles that Firefox made by itself. */
function OnlyHidden() {
  return (
    <EmptyState compact title="Nothing to show on this page">
      All accounts here live in Firefox’s own default profiles, which campaigns never use.
    </EmptyState>
  );
}

function NoAccounts({ search, canAdd, onAdd }: { search: string; canAdd: boolean; onAdd: () => void }) {
  if (search !== '') {
    return (
      <EmptyState compact title="No accounts found">
        Nothing matches “{search}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No accounts yet"
      action={
        <Button disabled={!canAdd} onClick={onAdd}>
          Add your first account
        </Button>
      }
    >
      Make a Firefox profile, sign in to Instagram in it, and add it here. Campaigns then send through it.
    </EmptyState>
  );
}
