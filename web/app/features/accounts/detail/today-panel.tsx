import type { AccountDetail } from '@sandpiper/contract/account-detail';
import { formatCount } from '../../../platform/numbers.ts';
import { useSession } from '../../../platform/session.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { timeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import css from './account-detail.module.css';
import { zoneName } from '../../../platform/time-zones.ts';
import { accountDetailTexts } from './account-detail.texts.ts';
import { NextSend } from './next-send.tsx';

const { today: texts, next: nextTexts } = accountDetailTexts;

/** Shows today's message count and limit, when the next message is due, and the next steps of the slow start. */
export function TodayPanel({ detail }: { detail: AccountDetail }) {
  const { used, allowed, ends_at } = detail.today;
  const { isSandbox } = useSession();
  return (
    <Panel title={texts.title} subtitle={texts.used(used, allowed)}>
      <div
        className={css['bar']}
        role="progressbar"
        aria-label={texts.bar}
        aria-valuenow={Math.min(used, allowed)}
        aria-valuemin={0}
        aria-valuemax={allowed}
        aria-valuetext={texts.used(used, allowed)}
      >
        <span style={{ width: `${Math.min(100, (used / allowed) * 100)}%` }} />
      </div>
      <p className={css['dim']}>
        {used >= allowed && `${texts.reached} `}
        <RichText text={texts.resets} tags={{ at: timeAt(ends_at) }} />{' '}
        {isSandbox ? texts.sandboxDay : texts.resetsIn(zoneName(detail.profile.timezone))}
      </p>
      <div className={css['next']}>
        <h3>{nextTexts.title}</h3>
        <p>
          <NextSend next={detail.next} />
        </p>
      </div>
      {detail.profile.ramp !== null && <Ramp detail={detail} />}
    </Panel>
  );
}

function Ramp({ detail: { today, ramp_ahead } }: { detail: AccountDetail }) {
  // Today is day 0 if the slow start restarted after today's messages. The next day of sending is then the first one.
  const steps = [today.allowed, ...ramp_ahead]
    .map((allowed, index) => ({ day: today.ramp_day + index, allowed }))
    .filter(({ day }) => day > 0);
  return (
    <div className={css['next']}>
      <h3>{texts.ramp}</h3>
      <ol className={css['ramp']} aria-label={texts.ramp}>
        {steps.map(({ day, allowed }) => (
          <li key={day} data-today={day === today.ramp_day || undefined}>
            <span>{texts.rampDay(day)}</span>
            <strong>{formatCount(allowed)}</strong>
          </li>
        ))}
      </ol>
      <p className={css['dim']}>{ramp_ahead.length === 0 ? texts.rampOver : texts.rampText}</p>
    </div>
  );
}
