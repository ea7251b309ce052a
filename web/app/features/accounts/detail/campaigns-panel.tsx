import { Anchor } from '@mantine/core';
import type { AccountDetail } from '@sandpiper/contract/account-detail';
import { Link } from 'react-router';
import { CampaignStatusBadge } from '../../../ui/campaign-status-badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import css from './account-detail.module.css';
import { accountDetailTexts } from './account-detail.texts.ts';

const { campaigns: texts } = accountDetailTexts;

export function CampaignsPanel({ campaigns }: Pick<AccountDetail, 'campaigns'>) {
  return (
    <Panel title={texts.title}>
      {campaigns.length === 0 && <p className={css['dim']}>{texts.none}</p>}
      <ul className={css['list']}>
        {campaigns.map((campaign) => (
          <li key={campaign.id} className={css['campaign']}>
            <Anchor component={Link} to={`/campaigns/${campaign.id}`} inherit>
              {campaign.name}
            </Anchor>
            <CampaignStatusBadge campaign={campaign} />
            <small>{texts.figures(campaign.sent, campaign.failed)}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
