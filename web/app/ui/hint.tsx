import type { ReactNode } from 'react';
import css from './hint.module.css';

/** A short hint that appears under a button on hover or focus. The button itself has the name for screen readers. */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className={css['hint']} data-hint={text}>
      {children}
    </span>
  );
}
