import { Button } from '@mantine/core';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { isOwnersProfile } from '../../platform/browser-profile-list.ts';
import { useModalTarget } from '../../platform/modal-target.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { AgentNotice, SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAllAccounts, useBrowserProfileActions, useBrowserProfileRequests } from './browser-profiles.queries.ts';
import css from './browser-profiles-screen.module.css';
import { CreateProfileModal } from './create-profile-modal.tsx';
import { InstallationPanel } from './installation-panel.tsx';
import { ProfileTable } from './profile-table.tsx';
import { isSamePath } from '../../platform/same-path.ts';
import { formatSize } from './size.ts';

export function BrowserProfilesScreen() {
  const requests = useBrowserProfileRequests();
  const actions = useBrowserProfileActions(requests.track);
  const accounts = useAllAccounts();
  const removal = useModalTarget<BrowserProfile>();
  const [isCreating, setCreating] = useState(false);
  const isAllowed = useHasSubscription();
  const isSending = Object.values(actions).some((action) => action.isPending);
  const isBusy = requests.isBusy || requests.listAnew.isPending || isSending;

  const askForList = useEffectEvent(() => requests.listAnew.mutate());
  useEffect(() => askForList(), []);

  function accountOf(path: string): string | undefined {
    return accounts.data?.profiles.find((account) => isSamePath(account.profile_path, path))?.profile_name;
  }

  const isWaitingForFirst = requests.list === null && !requests.hasFailed && (isBusy || !requests.isLoaded);
  const shown = requests.list?.profiles.filter((profile) => !isOwnersProfile(profile)) ?? [];

  return (
    <>
      <PageHeader
        title="Profiles management"
        description="The Firefox profiles on your computer, one for each Instagram account."
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              disabled={isBusy}
              onClick={() => actions.list.mutate()}
            >
              Refresh
            </Button>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={isBusy || !isAllowed}
              onClick={() => setCreating(true)}
            >
              Create Profile
            </Button>
          </>
        }
      />
      <SubscriptionBanner what="managing Firefox profiles" />
      <AgentNotice what="This page" />
      <div className={css['stack']}>
        <InstallationPanel list={requests.list} isLoading={isWaitingForFirst} />
        <ProfileTable
          profiles={isWaitingForFirst ? undefined : shown}
          accountOf={accountOf}
          isLocked={isBusy || !isAllowed || accounts.data === undefined}
          onTest={(profile) => actions.test.mutate(profile.path)}
          onRemove={removal.open}
          empty={
            requests.hasFailed ? (
              <LoadFailed what="The Firefox profiles" onRetry={requests.retry} />
            ) : (
              <NoProfiles isKnown={requests.list !== null} />
            )
          }
        />
      </div>
      <CreateProfileModal
        isOpen={isCreating}
        isBusy={actions.create.isPending}
        onCreate={(name) => actions.create.mutate(name, { onSuccess: () => setCreating(false) })}
        onClose={() => setCreating(false)}
      />
      <ConfirmModal
        isOpen={removal.isOpen}
        title="Delete Profile"
        confirm="Delete Profile"
        isDangerous
        isBusy={actions.remove.isPending}
        onClose={removal.close}
        onConfirm={() => {
          if (removal.target !== null) actions.remove.mutate(removal.target.path);
          removal.close();
        }}
      >
        <strong>{removal.target?.name}</strong> is deleted from your computer:{' '}
        {formatSize(removal.target?.size_mb ?? 0)} of bookmarks, sign-ins and history that cannot be brought back.
      </ConfirmModal>
    </>
  );
}

function NoProfiles({ isKnown }: { isKnown: boolean }) {
  return isKnown ? (
    <EmptyState title="No profiles yet">
      Create one for each Instagram account. Profiles of your own surfing are left out on purpose.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing to show yet">
      Sandpiper Agent has not sent its list. Start it on your computer, then press Refresh.
    </EmptyState>
  );
}
