import { Button } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { IconEraser, IconMailSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHasSubscription } from '../../platform/session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { AgentNotice } from '../../ui/agent-notice.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { linkTo } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { AccountChoice } from './account-choice.tsx';
import { AutomaticCheckPanel } from './automatic-check.tsx';
import { CheckBanner } from './check-banner.tsx';
import { isFree, useChoices, type AccountToCheck } from './unread-checks.queries.ts';
import { unreadChecksTexts } from './unread-checks.texts.ts';
import css from './unread-checks-screen.module.css';
import { UnreadResultsView } from './unread-results.tsx';
import { useChosenAccounts } from './use-chosen-accounts.ts';
import { useUnreadCheck } from './use-unread-check.ts';

const texts = unreadChecksTexts;

type UnreadChecksScreenProps = {
  /** Renders the button that opens an account's inbox. */
  inboxButton: (account: Account) => ReactNode;
};

export function UnreadChecksScreen({ inboxButton }: UnreadChecksScreenProps) {
  const { choices, byPath, isError, retry } = useChoices();
  const selection = useChosenAccounts(choices);
  const unread = useUnreadCheck();
  const isAllowed = useHasSubscription();
  const canCheck = isAllowed && !unread.isChecking && selection.free.length > 0;
  const hasNobody = choices !== undefined && choices.length === 0;

  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconEraser size={16} aria-hidden />}
              disabled={unread.isStarting || (unread.results === null && !unread.isChecking)}
              onClick={unread.clear}
            >
              {texts.clear}
            </Button>
            <Button
              leftSection={<IconMailSearch size={16} aria-hidden />}
              loading={unread.isChecking}
              disabled={!canCheck}
              onClick={() => unread.check(selection.chosen)}
            >
              {texts.check}
            </Button>
          </>
        }
      />
      <SubscriptionBanner what={texts.subscriptionNeededFor} />
      <AgentNotice what={texts.agentNeededFor} />
      {isError ? (
        <LoadFailed what={texts.what} onRetry={retry} />
      ) : hasNobody && unread.results === null ? (
        <NoActiveProfiles />
      ) : (
        <div className={css['columns']}>
          <div>
            <CheckBanner isChecking={unread.isChecking} progress={unread.progress} lastCheck={unread.lastCheck} />
            {unread.results === null && !unread.isLoading ? (
              <NotCheckedYet isChecking={unread.isChecking} choices={choices ?? []} />
            ) : (
              <UnreadResultsView results={unread.results ?? undefined} accounts={byPath} inboxButton={inboxButton} />
            )}
          </div>
          {hasNobody ? (
            <NoActiveProfiles />
          ) : (
            <div className={css['side']}>
              <AccountChoice
                choices={choices}
                selection={selection}
                progress={unread.isChecking ? unread.progress : null}
                isLocked={unread.isChecking || !isAllowed}
              />
              <AutomaticCheckPanel />
            </div>
          )}
        </div>
      )}
    </>
  );
}

type NotCheckedYetProps = { isChecking: boolean; choices: readonly AccountToCheck[] };

function NotCheckedYet({ isChecking, choices }: NotCheckedYetProps) {
  const { noResults } = texts;
  if (isChecking) return <EmptyState title={noResults.waiting}>{noResults.text}</EmptyState>;
  if (choices.length === 0 || choices.some(isFree)) {
    return <EmptyState title={noResults.none}>{noResults.text}</EmptyState>;
  }
  const campaign = choices[0]?.usedBy ?? null;
  const isOnlyOne = campaign !== null && choices.every(({ usedBy }) => usedBy?.id === campaign.id);
  return (
    <EmptyState title={noResults.none}>
      <RichText
        text={isOnlyOne ? noResults.allUsedBy(campaign.name) : noResults.noneFree}
        tags={{ link: linkTo(isOnlyOne ? `/campaigns/${campaign.id}` : '/profiles') }}
      />
    </EmptyState>
  );
}

function NoActiveProfiles() {
  return (
    <EmptyState title={texts.noAccounts.title} action={<LinkButton to="/profiles">{texts.noAccounts.link}</LinkButton>}>
      {texts.noAccounts.text}
    </EmptyState>
  );
}
