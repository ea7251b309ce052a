import { Button } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { defaultPageSize, pageSizes } from '@sandpiper/contract/limits';
import { IconExternalLink, IconPlus, IconX } from '@tabler/icons-react';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { isNothingToFind } from '../../platform/pagination.ts';
import { useSelectedRows } from '../../platform/selected-rows.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { toast } from '../../platform/toasts.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, SearchInput } from '../../ui/filter-bar.tsx';
import { AgentNotice } from '../../ui/agent-notice.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccountFormModal } from './account-form-modal.tsx';
import type { NewAccountValues } from './account-form.values.ts';
import { useAccountRequests, useCloseAllAccounts, useOpenAllAccounts } from './account-requests.queries.ts';
import { AccountTable } from './account-table.tsx';
import { accountsKey, useAccountPerformance, useAccounts, usePackInfo } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';
import { AccountBulkBar } from './bulk/account-bulk-bar.tsx';
import { CreateAccountModal } from './create-account-modal.tsx';
import { MoveAccountModal } from './move-account-modal.tsx';
import { PackUnknown, PackUsage } from './pack-usage.tsx';
import { RemoveAccountModal } from './remove-account-modal.tsx';
import { SiteLanguages } from './site-languages.tsx';
import { SwitchOffModal } from './switch-off-modal.tsx';

const tableDefaults = { size: defaultPageSize, sizes: pageSizes, filters: {} };
const { page: texts, empty: emptyTexts } = accountTexts;

export function AccountsScreen() {
  const table = useTableState(tableDefaults);
  const accounts = useAccounts({ search: table.search, page: table.page, limit: table.size });
  const selection = useSelectedRows(accounts.data?.profiles);
  const pack = usePackInfo();
  const performance = useAccountPerformance();
  const creation = useDialogState<NewAccountValues>();
  // While the dialog for creating an account is open, it shows the requests' outcomes itself, so no toasts are needed.
  const requests = useAccountRequests(() => !creation.isOpen);
  // Refetch the accounts, because each row shows whether the account's computer is connected.
  useRefetchOnEvent('agent_presence', accountsKey);
  const form = useDialogState<Account | 'new'>();
  const removal = useDialogState<Account>();
  const move = useDialogState<Account>();
  const switchOff = useDialogState<Account>();
  const isAllowed = useHasSubscription();
  const canAdd = isAllowed && pack.data?.canAddMore === true;
  useOpenFormOnArrival(() => {
    if (!isAllowed) return;
    // The pack might not have loaded yet. In that case, the form opens, and the server enforces the limit.
    if (pack.data?.canAddMore === false) toast.warning(accountTexts.pack.full);
    else form.open('new');
  });

  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={<ScreenActions canAdd={canAdd} onAdd={() => form.open('new')} />}
      />
      <SubscriptionBanner what={texts.subscription} />
      <AgentNotice what={texts.agentNeeded} />
      <FilterBar>
        {!isNothingToFind({ table, answer: accounts }) && (
          <SearchInput value={table.search} onSearch={table.setSearch} placeholder={texts.search} />
        )}
        <AccountBulkBar selection={selection} />
        {pack.isError && pack.data === undefined ? (
          <PackUnknown isTrying={pack.isFetching} onRetry={() => void pack.refetch()} />
        ) : (
          <PackUsage pack={pack.data} />
        )}
      </FilterBar>
      <AccountTable
        table={table}
        accounts={accounts}
        requests={requests}
        performance={performance.data}
        selection={selection}
        onEdit={form.open}
        onMove={move.open}
        onRemove={removal.open}
        onSwitchOff={switchOff.open}
        empty={
          accounts.data !== undefined && accounts.data.profiles.length > 0 ? (
            <OnlyPersonalProfiles />
          ) : table.search !== '' ? (
            <EmptyState compact title={emptyTexts.foundTitle}>
              {emptyTexts.found(table.search)}
            </EmptyState>
          ) : (
            <NothingYet texts={emptyTexts} isAllowed={canAdd} onAdd={() => form.open('new')} />
          )
        }
      />
      <SiteLanguages />
      <AccountFormModal
        target={form.target}
        isOpen={form.isOpen}
        onClose={form.close}
        onCreateProfile={(typed) => {
          form.close();
          creation.open(typed);
        }}
      />
      <CreateAccountModal typed={creation.target} isOpen={creation.isOpen} onClose={creation.close} />
      <MoveAccountModal account={move.target} isOpen={move.isOpen} onClose={move.close} />
      <SwitchOffModal account={switchOff.target} isOpen={switchOff.isOpen} onClose={switchOff.close} />
      <RemoveAccountModal
        account={removal.target}
        performance={removal.target === null ? undefined : performance.data?.get(removal.target.id)}
        isOpen={removal.isOpen}
        onRemove={(account) => selection.set([account], false)}
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
        {texts.openAll}
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden />}
        loading={closeAll.isPending}
        onClick={() => closeAll.mutate()}
      >
        {texts.close}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={!canAdd} onClick={onAdd}>
        {texts.add}
      </Button>
    </>
  );
}

/** Shown when every account on the current page is hidden because its name or path looks like that of a personal Firefox profile. */
function OnlyPersonalProfiles() {
  return (
    <EmptyState compact title={emptyTexts.hiddenTitle}>
      {emptyTexts.hidden}
    </EmptyState>
  );
}
