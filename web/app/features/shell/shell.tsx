import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { lazyPart, usePreload } from '../../platform/lazy-part.ts';
import { useSession } from '../../platform/session.tsx';
import { SandboxNotice } from '../../ui/sandbox-notice.tsx';
import { Header } from './header.tsx';
import css from './shell.module.css';
import { shellTexts } from './shell.texts.ts';
import { Sidebar } from './sidebar.tsx';

const loadMenu = async () => (await import('./menu-drawer.tsx')).MenuDrawer;
const MenuDrawer = lazyPart(loadMenu);

type ShellProps = {
  children: ReactNode;
  onPalette: () => void;
  onLogout: () => void;
  headerExtra?: ReactNode;
  bell: ReactNode;
};

/** The frame around every signed-in screen, with the header and the sidebar. */
export function Shell({ children, onPalette, onLogout, headerExtra, bell }: ShellProps) {
  // Undefined until the user opens the menu for the first time.
  const [isMenuOpen, setMenuOpen] = useState<boolean>();
  const { isSandbox } = useSession();
  const main = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);
  // On a phone, the menu is the usual way to reach other screens.
  usePreload(loadMenu);

  return (
    <div className={css['shell']}>
      <nav aria-label={shellTexts.shortcut} className={css['shortcut']}>
        <a href="#main" className={css['skip']}>
          {shellTexts.skip}
        </a>
      </nav>
      <aside className={css['side']} aria-label={shellTexts.sidebar}>
        <Sidebar />
      </aside>
      {isMenuOpen !== undefined && (
        <Suspense>
          <MenuDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} onLogout={onLogout} />
        </Suspense>
      )}
      <div className={css['content']}>
        {isSandbox && <SandboxNotice />}
        <Header
          onMenu={() => setMenuOpen(true)}
          onPalette={onPalette}
          onLogout={onLogout}
          bell={bell}
          extra={headerExtra}
        />
        <main id="main" ref={main} tabIndex={-1} className={css['main']}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** Moves focus to the page's title, or else to the main area, whenever the path changes. */
function useFocusAfterNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const title = main.current?.querySelector<HTMLElement>('[data-page-title]');
    (title ?? main.current)?.focus({ preventScroll: true });
  }, [pathname, main]);
}
