import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { CampaignForm } from '../features/campaigns/campaign-form.tsx';
import { AgentNotice, SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function CampaignCreatePage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Create Campaign"
        description="Nothing is sent yet: you see the campaign once more before you start it."
        back={
          <Anchor component={Link} to="/campaigns" inherit>
            ← Campaigns
          </Anchor>
        }
      />
      <SubscriptionBanner what="creating campaigns" />
      <AgentNotice what="Sending" isSending />
      <CampaignForm onCreated={(id) => void navigate(`/campaigns/${id}`)} />
    </>
  );
}
