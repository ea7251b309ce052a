import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../platform/session.tsx';
import { Footprints } from '../../ui/footprints.tsx';
import { Mark } from '../../ui/mark.tsx';
import { SandboxNotice } from '../../ui/sandbox-notice.tsx';
import css from './guest-frame.module.css';

type GuestFrameProps = { title: string; subtitle: string; children: ReactNode; other: ReactNode };

/** The two screens before one is signed in: who we are on the left, the form on the right. */
export function GuestFrame({ title, subtitle, children, other }: GuestFrameProps) {
  const { isSandbox } = useSession();
  return (
    <div className={css['frame']}>
      <title>{`${title} · Sandpiper`}</title>
      <aside className={css['side']}>
        <Link to="/" className={css['brand']}>
          <Mark size={36} />
          Sandpiper
        </Link>
        <p className={css['claim']}>Nobody messaged twice. Nobody skipped in silence.</p>
        <Footprints size={120} />
      </aside>
      <main className={css['main']}>
        <div className={css['form']}>
          <h1 className={css['title']}>{title}</h1>
          <p className={css['subtitle']}>{subtitle}</p>
          {children}
          <p className={css['other']}>{other}</p>
        </div>
      </main>
      {isSandbox && <SandboxNotice at="window-edge" />}
    </div>
  );
}

export function OtherWay({ text, to, children }: { text: string; to: string; children: string }) {
  return (
    <>
      {text}{' '}
      <Anchor component={Link} to={to} inherit underline="always">
        {children}
      </Anchor>
    </>
  );
}
