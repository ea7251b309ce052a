import type { ReactNode } from 'react';
import css from './empty-state.module.css';
import { FootprintTrail } from './footprint-trail.tsx';

type EmptyStateProps = {
  title: string;
  /** Explains what to do next, or why there is nothing to show. */
  children?: ReactNode;
  action?: ReactNode;
  /** Makes the empty state smaller, for use inside a table or card. By default, it has the size for a whole page. */
  compact?: boolean;
};

export function EmptyState({ title, children, action, compact = false }: EmptyStateProps) {
  return (
    <div className={css['empty']} data-compact={compact || undefined}>
      <FootprintTrail size={compact ? 48 : 72} />
      <p className={css['title']}>{title}</p>
      {children !== undefined && <div className={css['text']}>{children}</div>}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  );
}
