import { IconPlus } from '@tabler/icons-react';
import { CampaignList } from '../features/campaigns/campaign-list.tsx';
import { campaignTexts } from '../features/campaigns/campaigns.texts.ts';
import { PauseAll } from '../features/campaigns/pause-all.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { AgentNotice } from '../ui/agent-notice.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const { page: texts } = campaignTexts;

export default function CampaignsPage() {
  const isSubscribed = useHasSubscription();
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <PauseAll />
            <LinkButton to="/campaigns/new" disabled={!isSubscribed} leftSection={<IconPlus size={16} aria-hidden />}>
              {texts.create}
            </LinkButton>
          </>
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      <AgentNotice what={texts.agentNeeded} isSending />
      <CampaignList />
    </>
  );
}
