import { Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
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

/** A label and a number. The card keeps its size while loading. */
export function StatCard({ label, value, tone = 'plain', note }: StatCardProps) {
  const shownTone = tone === 'red' && (value ?? 0) === 0 ? 'plain' : tone;
  return (
    <div className={css['card']} data-tone={shownTone}>
      <div className={css['label']}>{label}</div>
      <div className={css['value']}>
        {value === undefined ? <Skeleton height={28} width={72} /> : value === null ? '–' : <Figure value={value} />}
      </div>
      {note !== undefined && <div className={css['note']}>{note}</div>}
    </div>
  );
}

/** A number that briefly moves when it changes. */
function Figure({ value }: { value: number }) {
  const [first] = useState(value);
  return (
    <span key={value} className={value === first ? undefined : css['changed']}>
      {formatCount(value)}
    </span>
  );
}

/** A strip of cards, which wraps on small screens. */
export function StatRow({ children }: { children: ReactNode }) {
  return <div className={css['row']}>{children}</div>;
}
