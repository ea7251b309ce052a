import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { CampaignForm } from '../features/campaigns/campaign-form.tsx';
import { campaignFormTexts } from '../features/campaigns/campaign-form.texts.ts';
import { campaignTexts } from '../features/campaigns/campaigns.texts.ts';
import { AgentNotice, SubscriptionBanner } from '../ui/notices.tsx';
import { openFormState } from '../platform/open-form-on-arrival.ts';
import { PageHeader } from '../ui/page-header.tsx';

const { page: texts } = campaignFormTexts;

export default function CampaignCreatePage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        back={
          <Anchor component={Link} to="/campaigns" inherit>
            {campaignTexts.page.back}
          </Anchor>
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      <AgentNotice what={campaignTexts.page.agentNeeded} isSending />
      <CampaignForm
        onCreated={(id, reviews) => void navigate(`/campaigns/${id}`, reviews ? { state: openFormState } : {})}
      />
    </>
  );
}
