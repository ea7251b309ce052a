import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../platform/dates.ts';
import css from './stat-card.module.css';

type StatCardProps = {
  label: string;
  /** The number; undefined while loading, null if loading failed. */
  value: number | null | undefined;
  /** The card's color. Red only applies if the number isn't 0. */
  tone?: 'plain' | 'tide' | 'red' | 'gray' | 'coral';
  icon?: ReactNode;
  note?: ReactNode;
};

/** A card with a label and a number. It keeps its size while loading. */
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

/** A row of four cards, or two per row on small screens. */
export function StatRow({ children }: { children: ReactNode }) {
  return <div className={css['row']}>{children}</div>;
}
