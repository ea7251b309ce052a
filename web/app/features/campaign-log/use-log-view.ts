import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useActiveCampaigns } from './active-campaigns.ts';

export type LogView = 'open' | 'collapsed' | 'closed';

const campaignPage = /^\/campaigns\/\d+$/;

/**
 * Stores in the browser whether the user opened, collapsed or closed the log. At first, the log is collapsed, so that it doesn't cover the
 * page. After the user closes the log, it stays closed until a different campaign becomes active.
 */
function useChosenView(active: readonly CampaignRow[] | undefined) {
  const [view, setView] = useLocalStorage<LogView>({
    key: 'sandpiper-log-panel',
    defaultValue: 'collapsed',
    getInitialValueInEffect: false,
  });
  const [closedFor, setClosedFor] = useLocalStorage<readonly number[]>({
    key: 'sandpiper-log-closed-for',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const hasNewCampaign = active?.some(({ id }) => !closedFor.includes(id)) === true;

  function choose(next: LogView) {
    setView(next);
    if (next === 'closed') setClosedFor(active?.map(({ id }) => id) ?? []);
  }
  return { view: view === 'closed' && hasNewCampaign ? 'collapsed' : view, choose };
}

/**
 * Returns whether and how to show the log panel. A campaign's page has its own log, so the panel isn't offered there unless another
 * campaign is active, and an open panel is collapsed there until the user opens it again. `isMoved` is true only in the render after the
 * user changed the view, so that the element that appears can take focus.
 */
export function useLogView() {
  const { pathname } = useLocation();
  const active = useActiveCampaigns();
  const chosen = useChosenView(active);
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const [isMoved, setMoved] = useState(false);
  useEffect(() => setMoved(false), [isMoved]);
  const isRepeated = campaignPage.test(pathname) && openedOn !== pathname;
  const view: LogView = chosen.view === 'open' && isRepeated ? 'collapsed' : chosen.view;

  function setView(next: LogView) {
    chosen.choose(next);
    setOpenedOn(next === 'open' ? pathname : null);
    setMoved(true);
  }
  return { isOffered: active?.some(({ id }) => pathname !== `/campaigns/${id}`) === true, view, setView, isMoved };
}
