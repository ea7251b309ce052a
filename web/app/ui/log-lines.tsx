import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import { isEarlyStop, logActionText } from '@sandpiper/contract/campaign-logs.texts';
import {
  IconAlertTriangle,
  IconCheck,
  IconFlag,
  IconHelpCircle,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { formatDateTime, formatLogTime, timeZone } from '../platform/dates.ts';
import { useTick } from '../platform/use-tick.ts';
import css from './log-lines.module.css';
import { PersonName } from './person-name.tsx';
import { uiTexts } from './ui.texts.ts';

const tickMs = 60_000;

type Outcome = { tone: 'green' | 'blue' | 'yellow' | 'red' | 'gray'; icon: TablerIcon };

const outcomes: Record<CampaignLog['action'], Outcome> = {
  message_sent: { tone: 'green', icon: IconCheck },
  message_failed: { tone: 'red', icon: IconX },
  message_unknown: { tone: 'yellow', icon: IconHelpCircle },
  skipped: { tone: 'gray', icon: IconPlayerSkipForward },
  profile_blocked: { tone: 'red', icon: IconAlertTriangle },
  started: { tone: 'blue', icon: IconPlayerPlay },
  paused: { tone: 'yellow', icon: IconPlayerPause },
  completed: { tone: 'green', icon: IconFlag },
  failed: { tone: 'red', icon: IconX },
};

const stopped: Outcome = { tone: 'gray', icon: IconPlayerStop };

/**
 * Campaign log entries, each with its time and outcome and, if it has them, its account, person and reason. The color at the left edge
 * shows the outcome.
 */
export function LogLines({ logs, withCampaign = false }: { logs: readonly CampaignLog[]; withCampaign?: boolean }) {
  useTick(tickMs);
  const now = new Date();
  return (
    <ol className={css['lines']}>
      {logs.map((log) => {
        const { tone, icon: Icon } = isEarlyStop(log) ? stopped : outcomes[log.action];
        return (
          <li key={`${log.campaign_id}-${log.seq}`} data-tone={tone}>
            <time dateTime={log.created_at} title={uiTexts.time.exact(formatDateTime(log.created_at), timeZone)}>
              {formatLogTime(log.created_at, now)}
            </time>
            <span className={css['words']}>
              {withCampaign && <b>{log.campaign_name} </b>}
              {log.profile_name !== null && <span className={css['account']}>{log.profile_name} → </span>}
              {log.recipient !== null && (
                <>
                  <PersonName username={log.recipient} isDoNotContact={log.is_do_not_contact} />{' '}
                </>
              )}
              <em>
                <Icon size={12} aria-hidden className={css['icon']} />
                {logActionText(log)}
              </em>
              {log.message !== null && log.action !== 'message_sent' && (
                <span className={css['reason']}> {log.message}</span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
