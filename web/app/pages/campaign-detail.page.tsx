import type { Campaign } from '@sandpiper/contract/campaigns';
import { HeldAccountActions } from '../features/accounts/account-hold.tsx';
import { CampaignDetail, CampaignNotFound } from '../features/campaigns/campaign-detail.tsx';
import { campaignDetailTexts } from '../features/campaigns/campaign-detail.texts.ts';
import { hasEnded } from '../platform/campaign-counters.ts';
import { useIdParam } from '../platform/url-values.ts';
import { useNavigateFromHere } from '../platform/use-navigate-from-here.ts';
import { AgentNotice } from '../ui/agent-notice.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';

const { page: texts } = campaignDetailTexts;

const actionsOnHeld = (profileId: number) => <HeldAccountActions accountId={profileId} />;

const agentReasons: ReadonlySet<string | undefined> = new Set(['no_agent', 'computer_paused']);

/**
 * Returns the notices at the top of a campaign's page. Omits the notice about the agent if the campaign has ended, or if its status reason
 * already mentions a missing or paused agent.
 */
const noticesOf = ({ status, status_reason: reason }: Campaign) => (
  <>
    <SubscriptionBanner what={texts.subscription} />
    {!hasEnded(status) && !agentReasons.has(reason?.code) && <AgentNotice what={texts.agentNeeded} isSending />}
  </>
);

export default function CampaignDetailPage() {
  const navigate = useNavigateFromHere();
  const id = useIdParam();
  if (id === undefined) return <CampaignNotFound />;
  return <CampaignDetail id={id} onHeld={actionsOnHeld} onDeleted={() => navigate('/campaigns')} notices={noticesOf} />;
}
