import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../platform/numbers.ts';
import css from './stat-card.module.css';

type StatCardProps = {
  label: string;
  /** The number. Undefined while loading, null if loading failed. */
  value: number | null | undefined;
  /** Red marks a problem, and only applies if the number isn't 0. */
  tone?: 'plain' | 'red';
  note?: ReactNode;
};

/** A label and a number. It keeps its size while loading. */
export function StatCard({ label, value, tone = 'plain', note }: StatCardProps) {
  const shownTone = tone === 'red' && (value ?? 0) === 0 ? 'plain' : tone;
  return (
    <div className={css['card']} data-tone={shownTone}>
      <div className={css['label']}>{label}</div>
      <div className={css['value']}>
        {value === undefined ? <Skeleton height={28} width={72} /> : value === null ? '–' : formatCount(value)}
      </div>
      {note !== undefined && <div className={css['note']}>{note}</div>}
    </div>
  );
}

/** A strip of cards, which wraps on small screens. */
export function StatRow({ children }: { children: ReactNode }) {
  return <div className={css['row']}>{children}</div>;
}
