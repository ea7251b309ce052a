import { Anchor } from '@mantine/core';
import type { AccountDetail } from '@sandpiper/contract/account-detail';
import { Link } from 'react-router';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import css from './account-detail.module.css';
import { accountDetailTexts } from './account-detail.texts.ts';

const { campaigns: texts } = accountDetailTexts;

export function CampaignsPanel({ campaigns }: Pick<AccountDetail, 'campaigns'>) {
  return (
    <Panel title={texts.title}>
      {campaigns.length === 0 && <p className={css['dim']}>{texts.none}</p>}
      <ul className={css['list']}>
        {campaigns.map(({ id, name, status, sent, failed }) => (
          <li key={id} className={css['campaign']}>
            <Anchor component={Link} to={`/campaigns/${id}`} inherit>
              {name}
            </Anchor>
            <StatusBadge status={status} />
            <small>{texts.figures(sent, failed)}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
