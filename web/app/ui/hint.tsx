import type { ReactNode } from 'react';
import css from './hint.module.css';

/**
 * A visual tooltip below an element, shown on hover or focus. Not announced by screen readers, so the element needs its own accessible
 * name.
 */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className={css['hint']} data-hint={text}>
      {children}
    </span>
  );
}
