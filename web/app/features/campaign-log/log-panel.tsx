import { ActionIcon } from '@mantine/core';
import type { CampaignLog } from '@sandpiper/contract/campaigns';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useIsConnected } from '../../platform/live.tsx';
import { LogLines } from '../../ui/log-lines.tsx';
import css from './log-panel.module.css';
import { useCampaignLog } from './use-campaign-log.ts';

type LogPanelProps = {
  isCollapsed: boolean;
  /** It was opened by hand, and the button that did so is gone. */
  takesFocus?: boolean;
  onCollapse: (collapsed: boolean) => void;
  onClose: () => void;
};

/** What the campaigns do right now, over every signed-in screen. */
export function LogPanel({ isCollapsed, takesFocus = false, onCollapse, onClose }: LogPanelProps) {
  const { entries, active } = useCampaignLog();
  const isConnected = useIsConnected();
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);

  useEffect(() => {
    if (follows.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [entries, isCollapsed]);

  if (active.length === 0) return null;
  const running = active.filter((each) => each.status === 'running').length;
  const paused = active.length - running;
  const counts = [running > 0 ? `${running} running` : '', paused > 0 ? `${paused} paused` : ''];
  return (
    <section className={css['panel']} aria-label="Live campaign log" data-log={isCollapsed ? 'collapsed' : 'open'}>
      <header className={css['head']}>
        <span className={css['pulse']} data-running={(running > 0 && isConnected) || undefined} aria-hidden="true" />
        <h2>Campaign log</h2>
        <span className={css['counts']}>{counts.filter((text) => text !== '').join(', ')}</span>
        <ActionIcon
          className={css['button']}
          variant="transparent"
          aria-label={isCollapsed ? 'Expand the log' : 'Collapse the log'}
          aria-expanded={!isCollapsed}
          autoFocus={takesFocus}
          onClick={() => onCollapse(!isCollapsed)}
        >
          {isCollapsed ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        </ActionIcon>
        <ActionIcon className={css['button']} variant="transparent" aria-label="Close the log" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      {!isCollapsed && (
        <div
          ref={list}
          className={css['list']}
          {...log}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            // Who scrolled up to read is left there.
            follows.current = scrollTop + clientHeight > scrollHeight - 24;
          }}
        >
          {entries.length === 0 ? (
            // A campaign that was started has an entry at least: it has not arrived yet.
            <p className={css['nothing']}>Fetching the log…</p>
          ) : (
            <LogLines logs={entries} withCampaign={active.length > 1 || areOfSeveral(entries)} />
          )}
        </div>
      )}
    </section>
  );
}

/** Those of a campaign that has ended stay among the others'. */
function areOfSeveral(entries: readonly CampaignLog[]): boolean {
  return entries.some(({ campaign_id }) => campaign_id !== entries[0]?.campaign_id);
}

/** It scrolls by itself, so the keyboard has to reach it. */
const log = { role: 'log', tabIndex: 0, 'aria-label': 'Latest entries' } as const;
