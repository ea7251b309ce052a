import { ActionIcon } from '@mantine/core';
import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useIsConnected } from '../../platform/live.tsx';
import { LogLines } from '../../ui/log-lines.tsx';
import { useFollowEnd } from '../../ui/use-follow-end.ts';
import { campaignLogTexts as texts } from './campaign-log.texts.ts';
import css from './log-panel.module.css';
import { useCampaignLog } from './use-campaign-log.ts';

type LogPanelProps = {
  isCollapsed: boolean;
  /** Whether the panel takes focus when it mounts. Needed if the button that opened the panel has been removed. */
  takesFocus?: boolean;
  onCollapse: (collapsed: boolean) => void;
  onClose: () => void;
};

/** The live log of the active campaigns, shown over every signed-in screen. */
export function LogPanel({ isCollapsed, takesFocus = false, onCollapse, onClose }: LogPanelProps) {
  const { entries, active } = useCampaignLog();
  const isConnected = useIsConnected();
  const follow = useFollowEnd(isCollapsed ? null : entries);
  const running = active.filter((each) => each.status === 'running').length;
  const paused = active.length - running;
  const counts = [running > 0 ? texts.running(running) : '', paused > 0 ? texts.paused(paused) : ''];
  return (
    <section className={css['panel']} aria-label={texts.panel} data-log={isCollapsed ? 'collapsed' : 'open'}>
      <header className={css['head']}>
        <span className={css['pulse']} data-running={(running > 0 && isConnected) || undefined} aria-hidden="true" />
        <h2>{texts.title}</h2>
        <span className={css['counts']}>{counts.filter((text) => text !== '').join(', ')}</span>
        <ActionIcon
          className={css['button']}
          variant="transparent"
          aria-label={isCollapsed ? texts.expand : texts.collapse}
          aria-expanded={!isCollapsed}
          autoFocus={takesFocus}
          onClick={() => onCollapse(!isCollapsed)}
        >
          {isCollapsed ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        </ActionIcon>
        <ActionIcon className={css['button']} variant="transparent" aria-label={texts.close} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      {!isCollapsed && (
        <div className={css['list']} {...log} {...follow}>
          {entries.length === 0 ? (
            // Every started campaign has at least one log entry, so an empty log means that the entries haven't loaded yet.
            <p className={css['nothing']}>{texts.loading}</p>
          ) : (
            <LogLines logs={entries} withCampaign={active.length > 1 || areOfSeveral(entries)} />
          )}
        </div>
      )}
    </section>
  );
}

/** Returns whether the entries belong to more than one campaign. The log keeps the entries of campaigns that have ended. */
function areOfSeveral(entries: readonly CampaignLog[]): boolean {
  return entries.some(({ campaign_id }) => campaign_id !== entries[0]?.campaign_id);
}

/** The log needs a `tabIndex`, because keyboard users must be able to scroll it. */
const log = { role: 'log', tabIndex: 0, 'aria-label': texts.entries } as const;
