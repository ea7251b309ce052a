import css from './rate-ring.module.css';
import { uiTexts } from '../ui.texts.ts';

/**
 * Returns the color for a success rate in percent: green from 80, yellow from 60, and red below. Returns "none" if there have been no
 * attempts.
 */
export function rateBand(rate: number | null): 'green' | 'yellow' | 'red' | 'none' {
  if (rate === null) return 'none';
  if (rate >= 80) return 'green';
  return rate >= 60 ? 'yellow' : 'red';
}

const circumference = 2 * Math.PI * 15;

/** A success rate as a ring and a percentage. */
export function RateRing({ rate }: { rate: number | null }) {
  const band = rateBand(rate);
  return (
    <span
      className={css['rate']}
      data-band={band}
      role="img"
      aria-label={rate === null ? uiTexts.charts.noRate : uiTexts.charts.rate(rate, uiTexts.charts.rates[band])}
    >
      <svg width={20} height={20} viewBox="0 0 36 36" className={css['ring']} aria-hidden>
        <circle cx="18" cy="18" r="15" className={css['track']} />
        <circle
          cx="18"
          cy="18"
          r="15"
          className={css['value']}
          strokeDasharray={`${((rate ?? 0) / 100) * circumference} ${circumference}`}
          transform="rotate(-90 18 18)"
        />
      </svg>
      <span className={css['figure']}>{rate === null ? '–' : `${Math.floor(rate)}%`}</span>
    </span>
  );
}
