import { IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react';
import { useActiveCampaigns } from '../features/campaign-log/active-campaigns.ts';
import { useCounts, useTotalSent } from '../features/dashboard/dashboard.queries.ts';
import { dashboardTexts } from '../features/dashboard/dashboard.texts.ts';
import { Dashboard, DashboardSkeleton } from '../features/dashboard/dashboard.tsx';
import { setupSteps } from '../features/setup/setup-steps.ts';
import { useSetupVisibility } from '../features/setup/setup-visibility.ts';
import { setupTexts } from '../features/setup/setup.texts.ts';
import { useAgentPresence } from '../platform/agent-presence.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { useConnectionCount, useIsConnected } from '../platform/live.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { toast } from '../platform/toasts.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const { page: texts, now } = dashboardTexts;

export default function DashboardPage() {
  const isSubscribed = useHasSubscription();
  const active = useActiveCampaigns();
  const { isReady, guide } = useSetup();
  return (
    <>
      <PageHeader
        title={texts.title}
        description={<Now />}
        actions={
          <LinkButton to="/campaigns/new" disabled={!isSubscribed} leftSection={<IconPlus size={16} aria-hidden />}>
            {texts.create}
          </LinkButton>
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      <Suspense fallback={<DashboardSkeleton />}>
        <Dashboard active={active} setup={guide} isSetupReady={isReady} />
      </Suspense>
    </>
  );
}

const SetupGuide = lazyPart(async () => (await import('./setup-guide.tsx')).SetupGuide);

/**
 * Returns the setup guide as `guide`, or null if the user has dismissed it or had completed it before it was first shown. Once the guide
 * has been shown, it stays until the user closes it. `isReady` becomes true once we know whether to show the guide. If the guide appeared
 * after the rest of the page, it would push the rest down.
 */
function useSetup(): { isReady: boolean; guide: ReactNode } {
  const { accounts, filledLists, templates } = useCounts();
  const { isOnline } = useAgentPresence();
  const total = useTotalSent();
  const steps = setupSteps({ isOnline, accounts, filledLists, templates, sent: total.sent });
  const { isOpen, isDismissed, open, dismiss } = useSetupVisibility();
  const isUndone = total.sent !== undefined && steps.some(({ state }) => state === 'todo');
  const opens = isUndone && !isOpen && !isDismissed;
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (opens) openNow();
  }, [opens]);

  const isShown = !isDismissed && (isOpen || isUndone);
  const onDismiss = () => {
    dismiss();
    if (isUndone) toast.info(setupTexts.dismissed, { detail: setupTexts.dismissedDetail });
  };
  return {
    isReady: isDismissed || total.isFetched,
    guide: isShown ? <SetupGuide steps={steps} onDismiss={onDismiss} /> : null,
  };
}

/**
 * Shows how many campaigns are sending right now, or what prevents them from sending. While the data loads, a non-breaking space keeps the
 * line's height.
 */
function Now() {
  const active = useActiveCampaigns();
  const { isOnline, isPaused, isOutdated } = useAgentPresence();
  const wasConnected = useConnectionCount() > 0;
  const isConnected = useIsConnected();
  if (wasConnected && !isConnected) return now.connectionLost;
  if (active === undefined || isOnline === null) return '\u00a0';
  const runningCampaigns = active.filter(({ status }) => status === 'running');
  const running = runningCampaigns.length;
  const paused = active.length - running;
  const rest = paused === 0 ? '' : now.paused(paused);
  if (running === 0) return `${now.nothing}${rest}`;
  if (isPaused) return `${now.agentPaused(running)}${rest}`;
  if (isOutdated) return `${now.agentOutdated(running)}${rest}`;
  if (!isOnline) return `${now.agentOffline(running)}${rest}`;
  // A campaign that is sending, or only pausing between two messages, has no status reason.
  const sending = runningCampaigns.filter(({ status_reason: reason }) => reason === null).length;
  const waiting = sending === running ? '' : now.waiting(running - sending);
  return `${sending === 0 ? now.nothing : now.sending(sending)}${waiting}${rest}`;
}
