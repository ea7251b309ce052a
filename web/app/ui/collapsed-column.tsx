import type { ReactNode } from 'react';
import css from './collapsed-column.module.css';

type CollapsedColumnProps = {
  /** The column's `from` value. Below this width, the column is hidden. */
  below: 'sm' | 'md' | 'lg';
  children: ReactNode;
};

/** Shows a column's content inside another column on screens where the column itself is hidden. */
export function CollapsedColumn({ below, children }: CollapsedColumnProps) {
  return (
    <span className={css['collapsed']} data-below={below}>
      {children}
    </span>
  );
}
