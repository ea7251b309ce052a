import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../platform/dates.ts';
import css from './stat-card.module.css';

type StatCardProps = {
  label: string;
  /** Undefined while loading, null if loading failed. */
  value: number | null | undefined;
  /** Red only shows if the figure isn't 0. */
  tone?: 'plain' | 'tide' | 'red' | 'gray' | 'coral';
  icon?: ReactNode;
  note?: ReactNode;
};

/** A figure with its name. The card keeps its size while loading. */
export function StatCard({ label, value, tone = 'plain', icon, note }: StatCardProps) {
  const shownTone = tone === 'red' && (value ?? 0) === 0 ? 'plain' : tone;
  return (
    <div className={css['card']} data-tone={shownTone}>
      <div className={css['label']}>
        {icon}
        {label}
      </div>
      <div className={css['value']}>
        {value === undefined ? <Skeleton height={28} width={72} /> : value === null ? '–' : formatCount(value)}
      </div>
      {note !== undefined && <div className={css['note']}>{note}</div>}
    </div>
  );
}

/** Four cards in a row, or two on a small screen. */
export function StatRow({ children }: { children: ReactNode }) {
  return <div className={css['row']}>{children}</div>;
}
