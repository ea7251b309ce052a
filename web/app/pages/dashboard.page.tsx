import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useActiveCampaigns } from '../features/campaign-log/active-campaigns.ts';
import { dashboardTexts } from '../features/dashboard/dashboard.texts.ts';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { useAgentPresence } from '../platform/agent-presence.ts';
import { useConnectionCount, useIsConnected } from '../platform/live.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const { page: texts, now } = dashboardTexts;

export default function DashboardPage() {
  const isSubscribed = useHasSubscription();
  const create = { leftSection: <IconPlus size={16} />, children: texts.create };
  return (
    <>
      <PageHeader
        title={texts.title}
        description={<Now />}
        actions={
          isSubscribed ? <Button component={Link} to="/campaigns/new" {...create} /> : <Button disabled {...create} />
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      <Dashboard active={useActiveCampaigns()} />
    </>
  );
}

/** Whether anything is being sent right now. A blank keeps the line's place until that is known. */
function Now() {
  const active = useActiveCampaigns();
  const { isOnline, isPaused, isOutdated } = useAgentPresence();
  const wasConnected = useConnectionCount() > 0;
  const isConnected = useIsConnected();
  if (wasConnected && !isConnected) return now.connectionLost;
  if (active === undefined || isOnline === null) return '\u00a0';
  const running = active.filter(({ status }) => status === 'running').length;
  const paused = active.length - running;
  const rest = paused === 0 ? '' : now.paused(paused);
  if (running === 0) return `${now.nothing}${rest}`;
  if (isPaused) return `${now.agentPaused(running)}${rest}`;
  if (isOutdated) return `${now.agentOutdated(running)}${rest}`;
  if (!isOnline) return `${now.agentOffline(running)}${rest}`;
  return `${now.sending(running)}${rest}`;
}
