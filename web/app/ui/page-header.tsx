import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './page-header.module.css';
import { useKeptFocus } from './use-kept-focus.ts';

type PageHeaderProps = {
  title: string;
  /** What the page is for; say it while the page is empty. */
  description?: ReactNode;
  /** Badges beside the title. */
  badges?: ReactNode;
  /** The one primary action last, on the right. */
  actions?: ReactNode;
  /** A link back, above the title. */
  back?: ReactNode;
};

export function PageHeader({ title, description, badges, actions, back }: PageHeaderProps) {
  useKeptFocus();
  return (
    <header className={css['header']}>
      <title>{`${title} · Sandpiper`}</title>
      <div className={css['words']}>
        {back !== undefined && <div className={css['back']}>{back}</div>}
        <div className={css['line']}>
          <Title order={1} className={css['title']} tabIndex={-1} data-page-title>
            {title}
          </Title>
          {badges}
        </div>
        {description !== undefined && <p className={css['description']}>{description}</p>}
      </div>
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </header>
  );
}
