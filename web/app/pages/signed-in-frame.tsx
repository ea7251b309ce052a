import { useHotkeys } from '@mantine/hooks';
import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Outlet } from 'react-router';
import { useLiveActiveCampaigns } from '../features/campaign-log/active-campaigns.ts';
import { campaignLogTexts } from '../features/campaign-log/campaign-log.texts.ts';
import { LogPanel } from '../features/campaign-log/log-panel.tsx';
import { useLogView } from '../features/campaign-log/use-log-view.ts';
import { useLiveCampaigns } from '../features/campaigns/campaigns.live.ts';
import { UploadsProvider } from '../features/imports/uploads.provider.tsx';
import { Bell } from '../features/notices/bell.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { Shell } from '../features/shell/shell.tsx';
import { useFirstTimezone } from '../platform/day-zone.ts';
import { useRememberedQueries } from '../platform/last-queries.ts';
import { lazyPart, usePreload } from '../platform/lazy-part.ts';
import { useRefetchOnEvent } from '../platform/refetch-on-event.ts';
import { sessionKey, useSession } from '../platform/session.tsx';
import { toast, toastMs } from '../platform/toasts.tsx';
import { ConnectionNotice } from '../ui/notices.tsx';
import { keepEarlyTyping } from './early-typing.ts';
import { useShortcuts } from './use-shortcuts.ts';

const RestoreBanner = lazyPart(async () => (await import('../features/backups/restore-banner.tsx')).RestoreBanner);
const loadPalette = async () => (await import('./command-palette.tsx')).CommandPalette;
const CommandPalette = lazyPart(loadPalette);
const loadShortcuts = async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog;
const ShortcutsDialog = lazyPart(loadShortcuts);

/** The frame around the signed-in screens. The frame stays mounted while the user moves between screens. */
export function SignedInFrame() {
  const session = useSession();
  const palette = usePalette();
  const shortcuts = useShortcutsDialog();
  const { isOffered, view, setView, isMoved } = useLogView();
  useLiveCampaigns();
  useLiveActiveCampaigns();
  useRememberedQueries();
  useFirstTimezone();
  usePreload(loadPalette);
  usePreload(loadShortcuts);
  useRefetchOnEvent('user_update', sessionKey, 0);

  function logOut() {
    session.end();
    // Remove all toasts, because their undo buttons belong to the user who has just signed out.
    toast.clear();
    toast.success(sessionTexts.loggedOut, { ms: toastMs.sessionSuccess });
  }

  return (
    <Shell
      onPalette={palette.open}
      onLogout={logOut}
      bell={<Bell />}
      headerExtra={
        isOffered &&
        view === 'closed' && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconActivity size={16} />}
            // Takes focus if closing the log panel has just removed the focused button.
            autoFocus={isMoved}
            onClick={() => setView('open')}
          >
            {campaignLogTexts.open}
          </Button>
        )
      }
    >
      <ConnectionNotice />
      <Suspense>
        <RestoreBanner />
      </Suspense>
      <UploadsProvider>
        <Outlet />
      </UploadsProvider>
      {isOffered && view !== 'closed' && (
        <LogPanel
          isCollapsed={view === 'collapsed'}
          takesFocus={isMoved}
          onCollapse={(collapsed) => setView(collapsed ? 'collapsed' : 'open')}
          onClose={() => setView('closed')}
        />
      )}
      {palette.shown && (
        <Suspense fallback={<OpeningPalette onLate={palette.drop} />}>
          <CommandPalette
            key={palette.shown.openedAt}
            takeTyped={palette.shown.takeTyped}
            onShortcuts={shortcuts.open}
            onLogout={logOut}
          />
        </Suspense>
      )}
      {shortcuts.isShown && (
        <Suspense>
          <ShortcutsDialog isOpen={shortcuts.isOpen} onClose={shortcuts.close} />
        </Suspense>
      )}
    </Shell>
  );
}

/** The longest time that the palette's code may take to load, in milliseconds. */
const openingMs = 5000;

/**
 * Takes the palette's place while its code loads. Calls `onLate` if loading takes too long, for example because the server is down. After
 * that, the palette must not open, because the user may be typing something else.
 */
function OpeningPalette({ onLate }: { onLate: () => void }) {
  const giveUp = useEffectEvent(onLate);
  useEffect(() => {
    const timer = setTimeout(() => giveUp(), openingMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/**
 * Holds the state of the command palette. The palette is recreated each time it opens, and receives the letters typed while it was still
 * opening.
 */
function usePalette() {
  const [shown, setShown] = useState<{ openedAt: number; takeTyped: () => string } | null>(null);
  useEffect(() => () => void shown?.takeTyped(), [shown]);
  const open = () => setShown({ openedAt: Date.now(), takeTyped: keepEarlyTyping() });
  useHotkeys([['mod+K', open]], []);
  return { shown, open, drop: () => setShown(null) };
}

/**
 * Holds the state of the dialog with the keyboard shortcuts. The dialog isn't rendered until the user opens it, because its code is loaded
 * on demand.
 */
function useShortcutsDialog() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const open = () => setState('open');
  useShortcuts(open);
  return { isShown: state !== 'never', isOpen: state === 'open', open, close: () => setState('closed') };
}
