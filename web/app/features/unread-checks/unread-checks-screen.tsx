import { Anchor, Button } from '@mantine/core';
import { IconEraser, IconMailSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { AgentNotice, SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccountChoice } from './account-choice.tsx';
import { CheckBanner } from './check-banner.tsx';
import { useChoices } from './unread-checks.queries.ts';
import css from './unread-checks-screen.module.css';
import { UnreadResultsView } from './unread-results.tsx';
import { useChosenAccounts } from './use-chosen-accounts.ts';
import { useUnreadCheck } from './use-unread-check.ts';

export function UnreadChecksScreen() {
  const { choices, hasMore, isError, retry } = useChoices();
  const selection = useChosenAccounts(choices);
  const unread = useUnreadCheck();
  const isAllowed = useHasSubscription();
  const canCheck = isAllowed && !unread.isChecking && selection.free.length > 0;
  const hasNobody = choices !== undefined && choices.length === 0;

  return (
    <>
      <PageHeader
        title="Unread Messages Checker"
        description="Which of your accounts have answers waiting."
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconEraser size={16} aria-hidden />}
              disabled={unread.results === null && !unread.isChecking}
              onClick={unread.clear}
            >
              Clear
            </Button>
            <Button
              leftSection={<IconMailSearch size={16} aria-hidden />}
              loading={unread.isChecking}
              disabled={!canCheck}
              onClick={() => unread.check(selection.chosen)}
            >
              Check Messages
            </Button>
          </>
        }
      />
      <SubscriptionBanner what="checking for unread messages" />
      <AgentNotice what="A check" />
      {isError ? (
        <LoadFailed what="Your profiles" onRetry={retry} />
      ) : (
        <div className={css['columns']}>
          <div>
            <CheckBanner isChecking={unread.isChecking} lastCheck={unread.lastCheck} />
            {unread.results === null && !unread.isLoading ? (
              !hasNobody && <NotCheckedYet isChecking={unread.isChecking} />
            ) : (
              <UnreadResultsView results={unread.results ?? undefined} />
            )}
          </div>
          {hasNobody ? (
            <NoActiveProfiles />
          ) : (
            <AccountChoice
              choices={choices}
              selection={selection}
              hasMore={hasMore}
              isLocked={unread.isChecking || !isAllowed}
            />
          )}
        </div>
      )}
    </>
  );
}

function NotCheckedYet({ isChecking }: { isChecking: boolean }) {
  return (
    <EmptyState title={isChecking ? 'The results come here' : 'No results yet'}>
      A check opens each profile you choose, one after the other, and counts the unread conversations.
    </EmptyState>
  );
}

function NoActiveProfiles() {
  return (
    <EmptyState
      title="No Active Profiles"
      action={
        <Anchor component={Link} to="/profiles">
          Go to Accounts
        </Anchor>
      }
    >
      Add an account or switch one on to check it for unread messages.
    </EmptyState>
  );
}
