import { useState } from 'react';
import { formatDay } from '../../platform/dates.ts';
import { formatCount } from '../../platform/numbers.ts';
import css from './bars-per-day.module.css';
import { uiTexts } from '../ui.texts.ts';

const texts = uiTexts.charts;

export type Day = { date: string; sent: number; failed: number };

const slot = 10;
const barWidth = 6.4;
const height = 100;

/** Rounds a number up to the next number in this sequence: 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, … */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * magnitude >= value) ?? 10;
  return Math.ceil(step * magnitude);
}

function shortDay(date: string): string {
  return date.slice(8, 10) + '-' + date.slice(5, 7);
}

/**
 * A stacked bar chart of sent and failed messages per day, with a table for screen readers. The totals are above the chart. While the
 * pointer is over a day, or after a day has been touched, that day's figures are shown instead.
 */
export function BarsPerDay({ days }: { days: readonly Day[] }) {
  const top = roundUp(Math.max(1, ...days.map((day) => day.sent + day.failed)));
  const scale = (value: number) => (value / top) * height;
  const every = Math.max(1, Math.ceil(days.length / 7));
  const [pointedAt, setPointedAt] = useState<string>();
  const pointed = days.find(({ date }) => date === pointedAt);
  const shown = pointed === undefined ? days : [pointed];
  return (
    <figure className={css['figure']}>
      <figcaption className={css['legend']}>
        <span data-series="sent">{texts.sentTotal(shown.reduce((sum, day) => sum + day.sent, 0))}</span>
        <span data-series="failed">{texts.failedTotal(shown.reduce((sum, day) => sum + day.failed, 0))}</span>
        {pointed !== undefined && <time dateTime={pointed.date}>{formatDay(pointed.date)}</time>}
      </figcaption>
      <div className={css['plot']} aria-hidden="true">
        <div className={css['amounts']}>
          <span>{formatCount(top)}</span>
          <span>{top % 2 === 0 ? formatCount(top / 2) : ''}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${days.length * slot} ${height}`}
          preserveAspectRatio="none"
          className={css['bars']}
          onPointerLeave={(event) => event.pointerType !== 'touch' && setPointedAt(undefined)}
        >
          <line x1="0" x2={days.length * slot} y1="0.5" y2="0.5" className={css['grid']} />
          {top % 2 === 0 && (
            <line x1="0" x2={days.length * slot} y1={height / 2} y2={height / 2} className={css['grid']} />
          )}
          {days.map((day, index) => {
            const x = index * slot + (slot - barWidth) / 2;
            const sent = scale(day.sent);
            const failed = scale(day.failed);
            return (
              <g
                key={day.date}
                data-pointed={day === pointed || undefined}
                // Touching the same day again shows the totals.
                onPointerEnter={({ pointerType }) =>
                  setPointedAt(pointerType === 'touch' && day === pointed ? undefined : day.date)
                }
              >
                <rect x={index * slot} y="0" width={slot} height={height} className={css['target']} />
                <rect x={x} y={height - sent} width={barWidth} height={sent} className={css['sent']} />
                <rect x={x} y={height - sent - failed} width={barWidth} height={failed} className={css['failed']} />
              </g>
            );
          })}
          <line x1="0" x2={days.length * slot} y1={height - 0.5} y2={height - 0.5} className={css['base']} />
        </svg>
        <div className={css['days']}>
          {days.map((day, index) => (
            <span key={day.date}>{(days.length - 1 - index) % every === 0 ? shortDay(day.date) : ''}</span>
          ))}
        </div>
      </div>
      <div className={css['hidden']}>
        <table>
          <caption>{texts.messagesPerDay}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col">{texts.sent}</th>
              <th scope="col">{texts.failed}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{formatDay(day.date)}</th>
                <td>{day.sent}</td>
                <td>{day.failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
