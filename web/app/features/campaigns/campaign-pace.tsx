import type { Campaign } from '@sandpiper/contract/campaigns';
import type { ReactNode } from 'react';
import { formatCount } from '../../platform/dates.ts';
import { peopleText } from '../../platform/numbers.ts';
import { CampaignProgress, progressPercent } from '../../ui/charts/campaign-progress.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx';
import css from './campaign-pace.module.css';
import { reasonsText } from './left-out.ts';

/** How far it is, how fast it goes and when it will be done. */
export function CampaignPace({ campaign }: { campaign: Campaign }) {
  const percent = progressPercent(campaign);
  const done = campaign.total_sent + campaign.total_failed;
  return (
    <Panel title="Progress" subtitle={`${formatCount(done)} of ${formatCount(campaign.total_list)} people`}>
      <div className={css['percent']} aria-hidden="true">
        {Math.floor(percent)}%
      </div>
      <CampaignProgress counters={campaign} label="Progress" isRunning={campaign.status === 'running'} />
      <Asides campaign={campaign} />
      <dl className={css['facts']}>
        <Fact name="Rate">
          {campaign.rate_per_hour === null ? '–' : `${formatRate(campaign.rate_per_hour)} an hour`}
        </Fact>
        <Fact name="Expected end">
          {campaign.expected_end_at === null ? '–' : <RelativeTime at={campaign.expected_end_at} />}
        </Fact>
        <Fact name="Profiles Used">{campaign.profiles_used.length}</Fact>
        <Fact name="List">{campaign.list_name}</Fact>
        <Fact name="Created">
          <ExactTime at={campaign.created_at} />
        </Fact>
        <Fact name="Started">
          <ExactTime at={campaign.started_at} fallback="Not yet" />
        </Fact>
        <Fact name="Completed">
          <ExactTime at={campaign.completed_at} fallback="Not yet" />
        </Fact>
      </dl>
    </Panel>
  );
}

/** Whom the figures leave open: people left out, and messages of which it is not known yet. */
function Asides({ campaign }: { campaign: Campaign }) {
  const { total_skipped: left, total_being_checked: checked, skipped } = campaign;
  const reasons = reasonsText(skipped);
  if (left === 0 && checked === 0) return null;
  return (
    <ul className={css['asides']}>
      {left > 0 && (
        <li>
          {peopleText(left)} {left === 1 ? 'is' : 'are'} left out{reasons === '' ? '.' : `: ${reasons}.`}
        </li>
      )}
      {checked > 0 && (
        <li>
          {checked === 1 ? '1 message is' : `${formatCount(checked)} messages are`} being checked: the agent is looking
          whether {checked === 1 ? 'it' : 'they'} arrived.
        </li>
      )}
    </ul>
  );
}

function formatRate(rate: number): string {
  return rate >= 10 ? formatCount(Math.round(rate)) : rate.toFixed(1);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
