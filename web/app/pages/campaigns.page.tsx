import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { CampaignList } from '../features/campaigns/campaign-list.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { AgentNotice, SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function CampaignsPage() {
  const isSubscribed = useHasSubscription();
  const create = { leftSection: <IconPlus size={16} />, children: 'Create Campaign' };
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          isSubscribed ? <Button component={Link} to="/campaigns/new" {...create} /> : <Button disabled {...create} />
        }
      />
      <SubscriptionBanner what="creating and starting campaigns" />
      <AgentNotice what="Sending" isSending />
      <CampaignList />
    </>
  );
}
