import { CampaignNotFound } from '../features/campaigns/campaign-detail.tsx';
import { CampaignFormPage } from '../features/campaigns/campaign-form-source.tsx';
import { backToCampaigns } from '../features/campaigns/back-to-campaigns.tsx';
import { campaignFormTexts } from '../features/campaigns/campaign-form.texts.ts';
import { useIdParam } from '../platform/url-values.ts';
import { useNavigateFromHere } from '../platform/use-navigate-from-here.ts';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const { page: pageTexts, edit: texts } = campaignFormTexts;

export default function CampaignEditPage() {
  const navigate = useNavigateFromHere();
  const id = useIdParam();
  if (id === undefined) return <CampaignNotFound />;
  const header = (
    <>
      <PageHeader title={texts.title} description={texts.description} back={backToCampaigns} />
      <SubscriptionBanner what={pageTexts.subscription} />
    </>
  );
  return <CampaignFormPage id={id} type="edit" header={header} onSaved={() => navigate(`/campaigns/${id}`)} />;
}
