import type { CampaignLog } from '@sandpiper/contract/campaigns';
import dayjs from 'dayjs';
import { formatDateTime } from '../platform/dates.ts';
import css from './log-lines.module.css';

type Outcome = { tone: 'green' | 'blue' | 'yellow' | 'red'; word: string };

const outcomes: Record<CampaignLog['action'], Outcome> = {
  message_sent: { tone: 'green', word: 'sent' },
  message_failed: { tone: 'red', word: 'failed' },
  profile_blocked: { tone: 'red', word: 'account blocked' },
  started: { tone: 'blue', word: 'started' },
  paused: { tone: 'yellow', word: 'paused' },
  completed: { tone: 'green', word: 'completed' },
  failed: { tone: 'red', word: 'campaign failed' },
};

/** Log entries as a good terminal shows them: time, account, person, outcome; the colour is at the edge. */
export function LogLines({ logs, withCampaign = false }: { logs: readonly CampaignLog[]; withCampaign?: boolean }) {
  return (
    <ol className={css['lines']}>
      {logs.map((log) => {
        const { tone, word } = outcomes[log.action];
        return (
          <li key={`${log.campaign_id}-${log.seq}`} data-tone={tone}>
            <time dateTime={log.created_at} title={formatDateTime(log.created_at)}>
              {dayjs(log.created_at).format('HH:mm:ss')}
            </time>
            <span className={css['words']}>
              {withCampaign && <b>{log.campaign_name} </b>}
              {log.profile_name !== null && <span className={css['account']}>{log.profile_name} → </span>}
              {log.recipient !== null && <span>@{log.recipient} </span>}
              <em>{word}</em>
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
