import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../platform/session.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SandboxNotice } from '../../ui/sandbox-notice.tsx';
import { publicTexts } from '../../ui/public.texts.ts';
import { sessionTexts } from './session.texts.ts';
import css from './guest-frame.module.css';
import { ShoreWalk } from './shore-walk.tsx';

type GuestFrameProps = { title: string; subtitle: string; children: ReactNode; other: ReactNode; foot?: ReactNode };

/**
 * The frame of pages without a sidebar, such as the sign-in page. On wide screens, the logo and a tagline are to the left of the content.
 */
export function GuestFrame({ title, subtitle, children, other, foot }: GuestFrameProps) {
  const { isSandbox } = useSession();
  return (
    <div className={css['frame']}>
      <title>{publicTexts.windowTitle(title)}</title>
      <aside className={css['side']}>
        <Link to="/" reloadDocument className={css['brand']}>
          <Logo size={36} />
          {publicTexts.productName}
        </Link>
        <p className={css['tagline']}>{sessionTexts.tagline}</p>
        <ShoreWalk />
      </aside>
      <main className={css['main']}>
        <div className={css['form']}>
          <h1 className={css['title']}>{title}</h1>
          <p className={css['subtitle']}>{subtitle}</p>
          {children}
          <p className={css['other']}>{other}</p>
          {foot}
        </div>
      </main>
      {isSandbox && <SandboxNotice at="window-edge" />}
    </div>
  );
}

/** A link to another page for guests. The link also passes on the URL that the guest originally requested. */
export function OtherWay({ text, to, children }: { text: string; to: string; children: string }) {
  const state: unknown = useLocation().state;
  return (
    <>
      {text}{' '}
      <Anchor component={Link} to={to} state={state} inherit underline="always">
        {children}
      </Anchor>
    </>
  );
}
