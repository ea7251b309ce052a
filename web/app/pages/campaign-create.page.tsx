import { useSearchParams } from 'react-router';
import { CampaignFormPage } from '../features/campaigns/campaign-form-source.tsx';
import { CampaignForm } from '../features/campaigns/campaign-form.tsx';
import { backToCampaigns } from '../features/campaigns/back-to-campaigns.tsx';
import { campaignFormTexts } from '../features/campaigns/campaign-form.texts.ts';
import { campaignTexts } from '../features/campaigns/campaigns.texts.ts';
import { AgentNotice } from '../ui/agent-notice.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { idOf } from '../platform/url-values.ts';
import { openFormState } from '../platform/open-form-on-arrival.ts';
import { useNavigateFromHere } from '../platform/use-navigate-from-here.ts';
import { PageHeader } from '../ui/page-header.tsx';

const { page: texts, duplicate: duplicateTexts } = campaignFormTexts;

export default function CampaignCreatePage() {
  const navigate = useNavigateFromHere();
  const [address] = useSearchParams();
  const from = idOf(address.get('from'));
  const { title, description } = from === undefined ? texts : duplicateTexts;
  const show = (id: number, reviews: boolean) => navigate(`/campaigns/${id}`, reviews ? { state: openFormState } : {});
  const header = (
    <>
      <PageHeader title={title} description={description} back={backToCampaigns} />
      <SubscriptionBanner what={texts.subscription} />
      <AgentNotice what={campaignTexts.page.agentNeeded} isSending />
    </>
  );
  if (from !== undefined) return <CampaignFormPage id={from} type="duplicate" header={header} onSaved={show} />;
  return (
    <>
      {header}
      <CampaignForm onSaved={show} />
    </>
  );
}
