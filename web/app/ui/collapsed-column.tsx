import type { ReactNode } from 'react';
import css from './collapsed-column.module.css';

type CollapsedColumnProps = {
  /** The column's own `from`: below this width the column is hidden. */
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
