import { Button } from '@mantine/core';
import type { Computer } from '@sandpiper/contract/accounts';
import type { BrowserProfile, BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { isPersonalProfile } from '@sandpiper/contract/default-profiles';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import { useAllAccounts } from '../../platform/all-accounts.ts';
import { isOnProfile } from '../../platform/browser-profiles.ts';
import { useComputerChoice, type ComputerChoice } from '../../platform/computers.ts';
import { useDialogState } from '../../platform/dialog-state.ts';
import { formatSize } from '../../platform/numbers.ts';
import { useTableState } from '../../platform/url-state.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { ComputerSelect } from '../../ui/computer-select.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { AgentNotice } from '../../ui/agent-notice.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { code, strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useBrowserProfileActions, useBrowserProfileRequests } from './browser-profiles.queries.ts';
import { browserProfilesTexts } from './browser-profiles.texts.ts';
import css from './browser-profiles-screen.module.css';
import { CreateProfileModal } from './create-profile-modal.tsx';
import { InstallationPanel } from './installation-panel.tsx';
import { profileRows } from './profile-rows.ts';
import { ProfileTable } from './profile-table.tsx';

const texts = browserProfilesTexts;

const urlDefaults = { size: 1, filters: { computer: '' } };

export function BrowserProfilesScreen() {
  const { filters, setFilters } = useTableState(urlDefaults);
  const choice = useComputerChoice(filters.computer);
  if (choice.isLoading) return <PageHeader title={texts.title} description={texts.description} />;
  return (
    <ProfilesOfComputer key={choice.computer?.id} choice={choice} onChoose={(computer) => setFilters({ computer })} />
  );
}

type ProfilesOfComputerProps = { choice: ComputerChoice; onChoose: (id: string) => void };

function ProfilesOfComputer({ choice, onChoose }: ProfilesOfComputerProps) {
  const { computer } = choice;
  const requests = useBrowserProfileRequests(computer);
  const actions = useBrowserProfileActions(computer, requests.track);
  const accounts = useAllAccounts({ errorToast: texts.toasts.accountsFailed });
  const removal = useDialogState<BrowserProfile>();
  const [isCreating, setCreating] = useState(false);
  const isAllowed = useHasSubscription();
  const isSending = Object.values(actions).some((action) => action.isPending);
  const isBusy = requests.isBusy || requests.refreshList.isPending || isSending;

  const askForList = useEffectEvent(() => requests.refreshList.mutate());
  useEffect(() => askForList(), []);

  function accountOf(path: string): string | undefined {
    return accounts.data?.profiles.find((account) => isOnProfile(account, path, computer?.id))?.profile_name;
  }

  // If the computer's agent isn't connected, no list will arrive, so the page doesn't show a loading state.
  const presence = useAgentPresence();
  const mayAnswer = (computer?.is_online ?? presence.isOnline) !== false;
  const isWaitingForFirst =
    requests.list === null && !requests.hasFailed && (!requests.isLoaded || (isBusy && mayAnswer));
  const sent = sentBy(requests.requests, isBusy);
  const rows = profileRows({
    profiles: requests.list?.profiles.filter((profile) => !isPersonalProfile(profile)) ?? [],
    requests: requests.requests,
    isListing: isBusy,
    sending: { creating: sent(actions.create), deleting: sent(actions.remove), testing: sent(actions.test) },
  });

  const isReading = mayAnswer && rows.every(({ state }) => state === null);

  return (
    <>
      <ProfilesHeader
        progress={isBusy ? texts[isReading ? 'reading' : 'waiting'](computer?.name) : undefined}
        isAllowed={isAllowed}
        onRefresh={() => actions.list.mutate()}
        onCreate={() => setCreating(true)}
      />
      <SubscriptionBanner what={texts.subscriptionNeededFor} />
      <AgentNotice what={texts.agentNeededFor} />
      <div className={css['stack']}>
        <ComputerSelect choice={choice} onChoose={onChoose} maw="24rem" />
        <InstallationPanel list={requests.list} isLoading={isWaitingForFirst} />
        <ProfileTable
          rows={isWaitingForFirst ? undefined : rows}
          accountOf={accountOf}
          isLocked={isBusy || !isAllowed || accounts.data === undefined}
          onTest={({ path }) => actions.test.mutate(path)}
          onRemove={removal.open}
          empty={
            requests.hasFailed ? (
              <LoadFailed what={texts.what} onRetry={requests.retry} />
            ) : (
              <NoProfiles
                isKnown={requests.list !== null}
                isAllowed={!isBusy && isAllowed}
                onCreate={() => setCreating(true)}
              />
            )
          }
        />
      </div>
      <CreateProfileModal
        isOpen={isCreating}
        isBusy={actions.create.isPending}
        computer={computer}
        onCreate={(name) => actions.create.mutate(name, { onSuccess: () => setCreating(false) })}
        onClose={() => setCreating(false)}
      />
      <RemoveProfileModal
        removal={removal}
        computer={computer}
        isBusy={actions.remove.isPending}
        onRemove={({ path }) => actions.remove.mutate(path)}
      />
    </>
  );
}

type ProfilesHeaderProps = {
  /** What the page is waiting for, if anything. The buttons are disabled meanwhile. */
  progress: string | undefined;
  isAllowed: boolean;
  onRefresh: () => void;
  onCreate: () => void;
};

function ProfilesHeader({ progress, isAllowed, onRefresh, onCreate }: ProfilesHeaderProps) {
  const isBusy = progress !== undefined;
  return (
    <PageHeader
      title={texts.title}
      description={
        <>
          <span role="status">{progress}</span>
          {!isBusy && texts.description}
        </>
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={isBusy}
            onClick={onRefresh}
          >
            {texts.refresh}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={isBusy || !isAllowed} onClick={onCreate}>
            {texts.create}
          </Button>
        </>
      }
    />
  );
}

type RemoveProfileModalProps = {
  removal: ReturnType<typeof useDialogState<BrowserProfile>>;
  computer: Computer | undefined;
  isBusy: boolean;
  onRemove: (profile: BrowserProfile) => void;
};

function RemoveProfileModal({ removal, computer, isBusy, onRemove }: RemoveProfileModalProps) {
  const { name = '', size_mb: size = 0 } = removal.target ?? {};
  return (
    <ConfirmModal
      isOpen={removal.isOpen}
      title={texts.remove.title}
      confirm={texts.remove.title}
      isDangerous
      isBusy={isBusy}
      onClose={removal.close}
      onConfirm={() => {
        if (removal.target !== null) onRemove(removal.target);
        removal.close();
      }}
    >
      <RichText text={texts.remove.warning(name, formatSize(size), computer?.name)} tags={{ strong, code }} />
    </ConfirmModal>
  );
}

type Action = ReturnType<typeof useBrowserProfileActions>['create'];

/**
 * Returns a function that returns the input of an action that the user has just started, such as a profile's path. The function returns
 * undefined once the server's requests include the action's request, or if the page isn't waiting for any request.
 */
function sentBy(requests: readonly BrowserProfileRequest[], isBusy: boolean) {
  return ({ isPending, data, variables }: Action): string | undefined => {
    const isUnlisted = data !== undefined && !requests.some(({ id }) => id === data.request_id);
    return isPending || (isBusy && isUnlisted) ? variables : undefined;
  };
}

type NoProfilesProps = { isKnown: boolean; isAllowed: boolean; onCreate: () => void };

function NoProfiles({ isKnown, isAllowed, onCreate }: NoProfilesProps) {
  if (isKnown) return <NothingYet texts={texts.empty} isAllowed={isAllowed} onAdd={onCreate} />;
  return <EmptyState title={texts.unknown.title}>{texts.unknown.text}</EmptyState>;
}
