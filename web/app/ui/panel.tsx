import type { ReactNode } from 'react';
import css from './panel.module.css';

type PanelProps = { title?: string; subtitle?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A section of a page, with an optional heading. Without a title, the subtitle and actions aren't shown. */
export function Panel({ title, subtitle, actions, children }: PanelProps) {
  return (
    <section className={css['panel']} aria-label={title} data-panel>
      {title !== undefined && (
        <div className={css['head']}>
          <div>
            <h2>{title}</h2>
            {subtitle !== undefined && <p>{subtitle}</p>}
          </div>
          {actions !== undefined && <div className={css['actions']}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
