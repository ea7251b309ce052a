import type { ReactNode } from 'react';
import css from './folded.module.css';

type FoldedProps = {
  /** The width from which on the column is there: that column's own `from`. */
  below: 'sm' | 'md';
  children: ReactNode;
};

/** What a column says, again in small under the row's name where the screen has no room for that column. */
export function Folded({ below, children }: FoldedProps) {
  return (
    <span className={css['folded']} data-below={below}>
      {children}
    </span>
  );
}
