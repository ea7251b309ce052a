import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { CampaignList } from '../features/campaigns/campaign-list.tsx';
import { campaignTexts } from '../features/campaigns/campaigns.texts.ts';
import { useHasSubscription } from '../platform/session.tsx';
import { AgentNotice, SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const { page: texts } = campaignTexts;

export default function CampaignsPage() {
  const isSubscribed = useHasSubscription();
  const create = { leftSection: <IconPlus size={16} />, children: texts.create };
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          isSubscribed ? <Button component={Link} to="/campaigns/new" {...create} /> : <Button disabled {...create} />
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      <AgentNotice what={texts.agentNeeded} isSending />
      <CampaignList />
    </>
  );
}
