import type { ReactNode } from 'react';
import css from './hint.module.css';

/** A word or two under a button while it is pointed at or focused. The button itself carries the name for screen readers. */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className={css['hint']} data-hint={text}>
      {children}
    </span>
  );
}
