import type { ReactNode } from 'react';
import css from './filter-bar.module.css';

/** Search and filters above a table. On a phone the search has its own line. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={css['bar']}>{children}</div>;
}
