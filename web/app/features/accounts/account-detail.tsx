import { Button, Stack } from '@mantine/core';
import type { AccountDetail } from '@sandpiper/contract/account-detail';
import type { Account } from '@sandpiper/contract/accounts';
import { IconPencil } from '@tabler/icons-react';
import { healthOf } from '../../platform/account-health.ts';
import { useDialogState } from '../../platform/dialog-state.ts';
import { isNotFound } from '../../platform/failure.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { BarsPerDay } from '../../ui/charts/bars-per-day.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HealthMark } from '../../ui/health-mark.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { DoubleNotice } from './account-cell.tsx';
import { AccountFormModal } from './account-form-modal.tsx';
import { openingOf, useAccountRequests } from './account-requests.queries.ts';
import { accountTexts } from './accounts.texts.ts';
import css from './detail/account-detail.module.css';
import { useAccountDetail } from './detail/account-detail.queries.ts';
import { zoneName } from '../../platform/time-zones.ts';
import { accountDetailTexts as texts } from './detail/account-detail.texts.ts';
import { CampaignsPanel } from './detail/campaigns-panel.tsx';
import { HoldPanel } from './detail/hold-panel.tsx';
import { HistoryPanel, RefusalsPanel, SettingsPanel } from './detail/side-panels.tsx';
import { TodayPanel } from './detail/today-panel.tsx';
import { ProtectNotice } from './limits/protect-account.tsx';
import { OpenProfileButton } from './open-profile.tsx';

const back = <BackLink to="/profiles">{texts.back}</BackLink>;

/** An account's page: what the account sends today, its hold, its campaigns, its history and its settings. */
export function AccountDetailScreen({ id }: { id: number }) {
  const { data, error, refetch } = useAccountDetail(id);
  if (isNotFound(error)) return <AccountNotFound />;
  if (data !== undefined) return <Loaded detail={data} />;
  return (
    <>
      <PageHeader title={texts.title} back={back} />
      {error === null ? <Loading /> : <LoadFailed what={texts.loadFailed} onRetry={() => void refetch()} />}
    </>
  );
}

export function AccountNotFound() {
  return (
    <>
      <PageHeader title={texts.notFound} back={back} />
      <EmptyState title={texts.notFoundText} action={<LinkButton to="/profiles">{texts.backToAccounts}</LinkButton>} />
    </>
  );
}

function Loading() {
  return (
    <Stack role="status" aria-label={texts.loading}>
      <SkeletonCard height={220} />
      <SkeletonCard height={280} />
    </Stack>
  );
}

function Loaded({ detail }: { detail: AccountDetail }) {
  const { profile: account } = detail;
  const requests = useAccountRequests(({ profile_id }) => profile_id === account.id);
  const opening = openingOf(account, requests);
  const form = useDialogState<Account>();
  const isAllowed = useHasSubscription();
  // If the owner has to act, the hold panel contains the button that opens the account, so the header omits this button.
  const isForOwner = account.hold !== null && account.hold.until === null;
  return (
    <>
      <PageHeader
        title={account.profile_name}
        back={back}
        badges={<HealthMark health={healthOf(account)} />}
        description={account.insta_username === null ? undefined : `@${account.insta_username}`}
        actions={
          <>
            {!isForOwner && <OpenProfileButton account={account} opening={opening} size="sm" w={136} />}
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              disabled={!isAllowed}
              onClick={() => form.open(account)}
            >
              {texts.edit}
            </Button>
          </>
        }
      />
      <SubscriptionBanner what={accountTexts.page.subscription} />
      {account.double_of !== null && <DoubleNotice of={account.double_of.name} />}
      <HoldPanel account={account} opening={opening} />
      <ProtectNotice account={account} />
      <div className={css['columns']}>
        <div className={css['main']}>
          <TodayPanel detail={detail} />
          <Panel title={texts.days.title} subtitle={texts.days.subtitle(zoneName(account.timezone))}>
            <BarsPerDay days={detail.days} />
          </Panel>
          <CampaignsPanel campaigns={detail.campaigns} />
        </div>
        <div className={css['side']}>
          <SettingsPanel detail={detail} />
          <RefusalsPanel detail={detail} />
          <HistoryPanel detail={detail} />
        </div>
      </div>
      <AccountFormModal target={form.target} isOpen={form.isOpen} onClose={form.close} />
    </>
  );
}
