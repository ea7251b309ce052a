import type { ReactNode } from 'react';
import css from './filter-bar.module.css';

/** Search and choices above a table; on a phone the search has a line of its own. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={css['bar']}>{children}</div>;
}
