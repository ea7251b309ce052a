import type { ReactNode } from 'react';
import css from './collapsed-column.module.css';

type CollapsedColumnProps = {
  /** The same as the column's own `from`: the width below which the column is hidden. */
  below: 'sm' | 'md';
  children: ReactNode;
};

/** Repeats a column's content under the row's name on screens too narrow for the column. */
export function CollapsedColumn({ below, children }: CollapsedColumnProps) {
  return (
    <span className={css['collapsed']} data-below={below}>
      {children}
    </span>
  );
}
