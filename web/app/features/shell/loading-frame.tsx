import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { publicTexts } from '../../ui/public.texts.ts';
import { SandboxNotice } from '../../ui/sandbox-notice.tsx';
import headerCss from './header.module.css';
import css from './shell.module.css';
import { shellTexts } from './shell.texts.ts';
import { Pack, SidebarFrame } from './sidebar.tsx';

const blank = '\u00a0';

/**
 * The frame around the signed-in screens while the app or the session is loading. Shows what an ordinary user sees, in the same places as
 * later. It must work without the providers of the theme, the session and the queries, because the build also renders it into the app's page.
 */
export function LoadingFrame() {
  return (
    <div className={css['shell']}>
      <aside className={css['side']} aria-label={shellTexts.sidebar}>
        <SidebarFrame userRole="user">
          <Pack name={blank} until={blank} />
        </SidebarFrame>
      </aside>
      <div className={css['content']}>
        <div className={css['sandbox']}>
          <SandboxNotice />
        </div>
        <header className={headerCss['header']} />
        <main className={css['main']} aria-busy="true">
          <div className={css['loading']}>
            <FootprintTrail walking />
          </div>
          <p className={css['status']} role="status">
            {publicTexts.loading}
          </p>
        </main>
      </div>
    </div>
  );
}
