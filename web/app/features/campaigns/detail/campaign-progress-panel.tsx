import type { Campaign } from '@sandpiper/contract/campaigns';
import type { ReactNode } from 'react';
import { isStoppedEarly } from '../../../platform/campaign-counters.ts';
import { CampaignProgress, progressPercent } from '../../../ui/charts/campaign-progress.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ExactTime } from '../../../ui/relative-time.tsx';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import css from './campaign-progress-panel.module.css';
import { reasonsText } from '../actions/skipped-people.ts';

const { progress: texts } = campaignDetailTexts;

export function CampaignProgressPanel({ campaign }: { campaign: Campaign }) {
  const percent = progressPercent(campaign);
  const done = campaign.total_sent + campaign.total_failed;
  return (
    <Panel
      title={texts.title}
      subtitle={texts.people(done, campaign.total_list)}
      actions={
        <div className={css['percent']} aria-hidden="true">
          {Math.floor(percent)}%
        </div>
      }
    >
      <CampaignProgress counters={campaign} label={texts.title} isRunning={campaign.status === 'running'} />
      <Asides campaign={campaign} />
      <dl className={css['facts']}>
        <Fact name={texts.list}>{campaign.list_name}</Fact>
        <Fact name={texts.accounts}>{campaign.profiles_used.length}</Fact>
        <Fact name={texts.created}>
          <ExactTime at={campaign.created_at} />
        </Fact>
        <Fact name={texts.started}>
          <ExactTime at={campaign.started_at} fallback={texts.notYet} />
        </Fact>
        <Fact name={isStoppedEarly(campaign) ? texts.stopped : texts.ended}>
          <ExactTime at={campaign.completed_at} fallback={texts.notYet} />
        </Fact>
      </dl>
    </Panel>
  );
}

/** Shows how many people were skipped and why, and how many messages the agent still has to check. */
function Asides({ campaign }: { campaign: Campaign }) {
  const { total_skipped: left, total_being_checked: checked, skipped } = campaign;
  if (left === 0 && checked === 0) return null;
  return (
    <ul className={css['asides']}>
      {left > 0 && <li>{skippedText(left, skipped)}</li>}
      {checked > 0 && <li>{texts.beingChecked(checked)}</li>}
    </ul>
  );
}

/** Describes how many people were skipped and why. If many people were skipped, the server doesn't count the reasons for all of them. */
function skippedText(people: number, skipped: Campaign['skipped']): string {
  const counted = skipped.reduce((sum, reason) => sum + reason.people, 0);
  const reasons = reasonsText(skipped);
  return counted < people && counted > 0 ? texts.skippedIncluding(people, reasons) : texts.skipped(people, reasons);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
