import type { Campaign } from '@sandpiper/contract/campaigns';
import { useNavigate, useParams } from 'react-router';
import { HeldAccountActions } from '../features/accounts/account-hold.tsx';
import { CampaignDetail, CampaignNotFound } from '../features/campaigns/campaign-detail.tsx';
import { AgentNotice, SubscriptionBanner } from '../ui/notices.tsx';

const actionsOnHeld = (profileId: number) => <HeldAccountActions accountId={profileId} />;

/** That no agent is there is said once: where the campaign says so itself, the notice does not. */
const noticesOf = ({ status_reason: reason }: Campaign) => (
  <>
    <SubscriptionBanner what="starting campaigns" />
    {reason?.code !== 'no_agent' && <AgentNotice what="Sending" isSending />}
  </>
);

export default function CampaignDetailPage() {
  const navigate = useNavigate();
  const id = Number(useParams()['id']);
  if (!Number.isSafeInteger(id) || id < 1) return <CampaignNotFound />;
  return (
    <CampaignDetail id={id} onHeld={actionsOnHeld} onDeleted={() => void navigate('/campaigns')} notices={noticesOf} />
  );
}
