import { useEffect, useState } from 'react';
import { CampaignProgress } from '../../ui/charts/campaign-progress.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { Badge, StatusBadge } from '../../ui/status-badge.tsx';
import {
  sampleEntriesShown,
  sampleStart,
  sampleStateAt,
  sampleTotal,
  type SampleAccount,
  type SampleEntry,
} from './sample-campaign.ts';
import { sampleTexts } from './sample.texts.ts';
import css from './live-campaign.module.css';

const stepMs = 1600;

function useSample() {
  const [done, setDone] = useState(sampleStart);
  const [running, setRunning] = useState(true);
  const finished = done >= sampleTotal;

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setRunning(false);
  }, []);

  useEffect(() => {
    if (!running || finished) return;
    const timer = setInterval(() => setDone((current) => (document.hidden ? current : current + 1)), stepMs);
    return () => clearInterval(timer);
  }, [running, finished]);

  function press() {
    if (finished) setDone(sampleStart);
    setRunning(finished || !running);
  }

  return { state: sampleStateAt(done), running: running && !finished, finished, press };
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function AccountRow({ account, status }: { account: SampleAccount; status: string }) {
  return (
    <li>
      <span className={css['accountName']}>{account.name}</span>
      <Sparkline values={account.curve} label={sampleTexts.paceOf(account.name)} width={72} height={20} />
      <span className={css['accountState']}>
        <StatusBadge status={account.stopped ? 'held' : status} />
      </span>
    </li>
  );
}

function LogRow({ entry }: { entry: SampleEntry }) {
  return (
    <li data-outcome={entry.outcome}>
      <span className={css['time']}>{entry.time}</span>
      <span className={css['account']}>{entry.account}</span>
      <span className={css['person']}>@{entry.person}</span>
      <span className={css['outcome']}>{sampleTexts.outcomes[entry.outcome]}</span>
    </li>
  );
}

/**
 * An animated sample campaign that looks like a real campaign in the app. The people are made up, and the waits between messages are
 * shortened.
 */
export function LiveCampaign() {
  const { state, running, finished, press } = useSample();
  const status = finished ? 'completed' : running ? 'running' : 'paused';
  const accountStatus = finished ? 'done' : running ? 'sending' : 'waiting';
  const counters = { total_list: sampleTotal, total_sent: state.sent, total_failed: state.failed };
  return (
    <figure className={css['frame']} aria-labelledby="sample-caption">
      <div className={css['head']}>
        <div>
          <p className={css['campaign']}>{sampleTexts.name}</p>
          <p className={css['template']}>{sampleTexts.details(sampleTotal)}</p>
        </div>
        <div className={css['badges']}>
          <Badge tone="gray">{sampleTexts.badge}</Badge>
          <StatusBadge status={status} />
        </div>
      </div>
      <div className={css['progress']}>
        <CampaignProgress counters={counters} label={sampleTexts.progress} isRunning={running} />
        <span className={css['percent']}>{sampleTexts.percent(state.percent)}</span>
      </div>
      <dl className={css['figures']}>
        <Figure label={sampleTexts.sent} value={state.sent} />
        <Figure label={sampleTexts.failed} value={state.failed} />
        <Figure label={sampleTexts.pending} value={state.pending} />
      </dl>
      <ul className={css['accounts']} aria-label={sampleTexts.accounts}>
        {state.accounts.map((account) => (
          <AccountRow key={account.name} account={account} status={accountStatus} />
        ))}
      </ul>
      <ol className={css['log']} style={{ '--rows': sampleEntriesShown }} aria-label={sampleTexts.log}>
        {state.entries.map((entry) => (
          <LogRow key={entry.seq} entry={entry} />
        ))}
      </ol>
      <figcaption id="sample-caption" className={css['caption']}>
        <span>{sampleTexts.caption}</span>
        <button type="button" onClick={press}>
          {finished ? sampleTexts.again : running ? sampleTexts.pause : sampleTexts.resume}
        </button>
      </figcaption>
    </figure>
  );
}
