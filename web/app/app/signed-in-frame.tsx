import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { LogPanel } from '../features/campaign-log/log-panel.tsx';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { ImportsProvider } from '../features/recipients/import/imports.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { useSession } from '../platform/session.tsx';
import { toast, toastMs } from '../platform/toasts.tsx';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

type LogView = 'open' | 'collapsed' | 'closed';

/** What stands around every signed-in screen, and lives as long as the session. */
export function SignedInFrame() {
  const session = useSession();
  const [paletteCalls, setPaletteCalls] = useState(0);
  const [view, setView] = useLocalStorage<LogView>({
    key: 'sandpiper-log-panel',
    defaultValue: window.innerWidth < 992 ? 'collapsed' : 'open',
    getInitialValueInEffect: false,
  });
  useLiveCampaigns();

  const openPalette = () => setPaletteCalls((count) => count + 1);
  useHotkeys([['mod+K', openPalette]], []);

  async function logOut() {
    await session.end();
    toast.success('Logged out successfully', { ms: toastMs.sessionSuccess });
  }

  return (
    <Shell
      onPalette={openPalette}
      onLogout={() => void logOut()}
      headerExtra={
        view === 'closed' && (
          <Button variant="subtle" size="xs" leftSection={<IconActivity size={16} />} onClick={() => setView('open')}>
            Log
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
          onCollapse={(collapsed) => setView(collapsed ? 'collapsed' : 'open')}
          onClose={() => setView('closed')}
        />
      )}
      {paletteCalls > 0 && (
        <Suspense>
          <CommandPalette key={paletteCalls} onLogout={() => void logOut()} />
        </Suspense>
      )}
    </Shell>
  );
}
