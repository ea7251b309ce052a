import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useActiveCampaigns } from '../features/campaign-log/active-campaigns.ts';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { useAgentPresence } from '../platform/agent-presence.ts';
import { useConnectionCount, useIsConnected } from '../platform/live.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function DashboardPage() {
  const isSubscribed = useHasSubscription();
  const create = { leftSection: <IconPlus size={16} />, children: 'Create Campaign' };
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={<Now />}
        actions={
          isSubscribed ? <Button component={Link} to="/campaigns/new" {...create} /> : <Button disabled {...create} />
        }
      />
      <SubscriptionBanner what="creating and starting campaigns" />
      <Dashboard active={useActiveCampaigns()} />
    </>
  );
}

const campaigns = (count: number) => (count === 1 ? '1 campaign' : `${count} campaigns`);

/** Whether anything is being sent this instant, in a sentence whose place is kept until it is known. */
function Now() {
  const active = useActiveCampaigns();
  const { isOnline, isPaused, isOutdated } = useAgentPresence();
  const wasConnected = useConnectionCount() > 0;
  const isConnected = useIsConnected();
  if (wasConnected && !isConnected) return 'The connection is lost: what you see may be old.';
  if (active === undefined || isOnline === null) return '\u00a0';
  const running = active.filter(({ status }) => status === 'running').length;
  const paused = active.length - running;
  const rest = paused === 0 ? '' : ` ${campaigns(paused)} paused.`;
  if (running === 0) return `Nothing is being sent.${rest}`;
  if (isPaused) return `${campaigns(running)} running, but your agent is paused: nothing is being sent.${rest}`;
  if (isOutdated) return `${campaigns(running)} running, but your agent needs an update: nothing is being sent.${rest}`;
  if (!isOnline) return `${campaigns(running)} running, but your agent is offline: nothing is being sent.${rest}`;
  return `${campaigns(running)} sending now.${rest}`;
}
