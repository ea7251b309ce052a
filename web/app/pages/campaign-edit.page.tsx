import { useParams } from 'react-router';
import { CampaignNotFound } from '../features/campaigns/campaign-detail.tsx';
import { CampaignFormOf } from '../features/campaigns/campaign-form-source.tsx';
import { backToCampaigns } from '../features/campaigns/back-to-campaigns.tsx';
import { campaignFormTexts } from '../features/campaigns/campaign-form.texts.ts';
import { useNavigateFromHere } from '../platform/use-navigate-from-here.ts';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const { page: pageTexts, edit: texts } = campaignFormTexts;

export default function CampaignEditPage() {
  const navigate = useNavigateFromHere();
  const id = Number(useParams()['id']);
  if (!Number.isSafeInteger(id) || id < 1) return <CampaignNotFound />;
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} back={backToCampaigns} />
      <SubscriptionBanner what={pageTexts.subscription} />
      <CampaignFormOf id={id} type="edit" onSaved={() => navigate(`/campaigns/${id}`)} />
    </>
  );
}
