import { useNavigate, useParams } from 'react-router';
import { OpenStoppedProfile } from '../features/accounts/open-profile.tsx';
import { CampaignDetail, CampaignNotFound } from '../features/campaigns/campaign-detail.tsx';
import { AgentNotice, SubscriptionBanner } from '../ui/notices.tsx';

const openStopped = (profileId: number) => <OpenStoppedProfile accountId={profileId} />;

export default function CampaignDetailPage() {
  const navigate = useNavigate();
  const id = Number(useParams()['id']);
  if (!Number.isSafeInteger(id) || id < 1) return <CampaignNotFound />;
  return (
    <CampaignDetail
      id={id}
      onStopped={openStopped}
      onDeleted={() => void navigate('/campaigns')}
      notices={
        <>
          <SubscriptionBanner what="starting campaigns" />
          <AgentNotice what="Sending" isSending />
        </>
      }
    />
  );
}
