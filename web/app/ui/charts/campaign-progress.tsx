import { footprintPath } from '../logo.tsx';
import css from './campaign-progress.module.css';
import { publicTexts } from '../public.texts.ts';

type Counters = { total_list: number; total_sent: number; total_failed: number };

/** Returns how much of a campaign is done, as a percentage from 0 to 100. */
export function progressPercent({ total_list, total_sent, total_failed }: Counters): number {
  if (total_list <= 0) return 0;
  return Math.min(100, ((total_sent + total_failed) / total_list) * 100);
}

type CampaignProgressProps = { counters: Counters; label: string; isRunning?: boolean };

/** A progress bar with segments for sent and failed messages. */
export function ProgressBar({ counters, label, isRunning = false }: CampaignProgressProps) {
  const percent = progressPercent(counters);
  const done = counters.total_sent + counters.total_failed;
  const sent = done === 0 ? 0 : (counters.total_sent / done) * percent;
  return (
    <div
      className={css['bar']}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.floor(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={publicTexts.progress(done, counters.total_list, Math.floor(percent))}
      data-running={isRunning || undefined}
    >
      <span className={css['sent']} style={{ width: `${sent}%` }} />
      <span className={css['failed']} style={{ width: `${percent - sent}%` }} />
    </div>
  );
}

const steps = 24;

/** The progress bar with a trail of 24 footprints above it, which are filled in as the campaign progresses. */
export function CampaignProgress(props: CampaignProgressProps) {
  const walked = Math.round((progressPercent(props.counters) / 100) * steps);
  return (
    <div>
      <svg className={css['tracks']} viewBox={`0 0 ${steps * 24} 28`} aria-hidden="true">
        {Array.from({ length: steps }, (_, index) => (
          <path
            key={`step-${index}`}
            d={footprintPath}
            transform={`translate(${index * 24 + 12} ${index % 2 === 0 ? 8 : 20})`}
            data-walked={index < walked || undefined}
            data-now={(props.isRunning === true && index === walked) || undefined}
          />
        ))}
      </svg>
      <ProgressBar {...props} />
    </div>
  );
}
