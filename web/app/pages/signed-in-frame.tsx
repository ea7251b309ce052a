import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useActiveCampaigns, useLiveActiveCampaigns } from '../features/campaign-log/active-campaigns.ts';
import { LogPanel } from '../features/campaign-log/log-panel.tsx';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { ImportsProvider } from '../features/recipients/import/imports.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { Shell } from '../features/shell/shell.tsx';
import { useRefetchOnEvent } from '../platform/refetch-on-event.ts';
import { sessionKey, useSession } from '../platform/session.tsx';
import { toast, toastMs } from '../platform/toasts.tsx';
import { pagesTexts } from './pages.texts.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

type LogView = 'open' | 'collapsed' | 'closed';

const campaignPage = /^\/campaigns\/\d+$/;

/** How the log panel is shown: as the user left it, but collapsed on a campaign's page, which has its own log, until opened there. */
function useLogView() {
  const { pathname } = useLocation();
  const [kept, setKept] = useLocalStorage<LogView>({
    key: 'sandpiper-log-panel',
    defaultValue: window.innerWidth < 992 ? 'collapsed' : 'open',
    getInitialValueInEffect: false,
  });
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const [isMoved, setMoved] = useState(false);
  useEffect(() => setMoved(false), [isMoved]);
  const isRepeated = campaignPage.test(pathname) && openedOn !== pathname;
  const view: LogView = kept === 'open' && isRepeated ? 'collapsed' : kept;

  function setView(next: LogView) {
    setKept(next);
    setOpenedOn(next === 'open' ? pathname : null);
    setMoved(true);
  }
  return { view, setView, isMoved };
}

/** The frame around every signed-in screen. It lives as long as the session. */
export function SignedInFrame() {
  const session = useSession();
  const [paletteCalls, setPaletteCalls] = useState(0);
  const { view, setView, isMoved } = useLogView();
  const isActive = (useActiveCampaigns()?.length ?? 0) > 0;
  useLiveCampaigns();
  useLiveActiveCampaigns();
  useRefetchOnEvent('user_update', sessionKey, 0);

  const openPalette = () => setPaletteCalls((count) => count + 1);
  useHotkeys([['mod+K', openPalette]], []);

  function logOut() {
    session.end();
    toast.success(sessionTexts.loggedOut, { ms: toastMs.sessionSuccess });
  }

  return (
    <Shell
      onPalette={openPalette}
      onLogout={logOut}
      headerExtra={
        view === 'closed' &&
        isActive && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconActivity size={16} />}
            // Closing the panel removed the button that had the focus.
            autoFocus={isMoved}
            onClick={() => setView('open')}
          >
            {pagesTexts.showLog}
          </Button>
        )
      }
    >
      <ImportsProvider>
        <Outlet />
      </ImportsProvider>
      {view !== 'closed' && (
        <LogPanel
          isCollapsed={view === 'collapsed'}
          takesFocus={isMoved}
          onCollapse={(collapsed) => setView(collapsed ? 'collapsed' : 'open')}
          onClose={() => setView('closed')}
        />
      )}
      {paletteCalls > 0 && (
        <Suspense>
          <CommandPalette key={paletteCalls} onLogout={logOut} />
        </Suspense>
      )}
    </Shell>
  );
}
