import { useNavigate, useParams } from 'react-router';
import { CampaignNotFound } from '../features/campaigns/campaign-detail.tsx';
import { CampaignFormOf } from '../features/campaigns/campaign-form-source.tsx';
import { campaignFormTexts } from '../features/campaigns/campaign-form.texts.ts';
import { campaignTexts } from '../features/campaigns/campaigns.texts.ts';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { BackLink, PageHeader } from '../ui/page-header.tsx';

const { page: pageTexts, edit: texts } = campaignFormTexts;

export default function CampaignEditPage() {
  const navigate = useNavigate();
  const id = Number(useParams()['id']);
  if (!Number.isSafeInteger(id) || id < 1) return <CampaignNotFound />;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        back={<BackLink to="/campaigns">{campaignTexts.page.back}</BackLink>}
      />
      <SubscriptionBanner what={pageTexts.subscription} />
      <CampaignFormOf id={id} type="edit" onSaved={() => void navigate(`/campaigns/${id}`)} />
    </>
  );
}
