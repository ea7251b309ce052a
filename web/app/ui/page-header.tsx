import type { ReactNode } from 'react';
import css from './page-header.module.css';
import { useKeptFocus } from './use-kept-focus.ts';
import { publicTexts } from './public.texts.ts';

type PageHeaderProps = {
  title: string;
  /** Text below the title, for example about the page's purpose. */
  description?: ReactNode;
  /** Badges next to the title. */
  badges?: ReactNode;
  /** The header's buttons. The primary button comes last, or just before the menu if there is a menu. */
  actions?: ReactNode;
  /** A back link above the title. */
  back?: ReactNode;
};

export function PageHeader({ title, description, badges, actions, back }: PageHeaderProps) {
  useKeptFocus();
  return (
    <header className={css['header']}>
      <title>{publicTexts.windowTitle(title)}</title>
      {back !== undefined && <div className={css['back']}>{back}</div>}
      <div className={css['line']}>
        <h1 className={css['title']} tabIndex={-1} data-page-title>
          {title}
        </h1>
        {badges}
      </div>
      {description !== undefined && <p className={css['description']}>{description}</p>}
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </header>
  );
}
