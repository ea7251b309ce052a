import type { CampaignLog } from './campaign-logs.ts';

/** The beginning of the log entry for a campaign that was stopped by its user. If people were left, the entry also says how many. */
export const stoppedByUserText = 'You stopped this campaign.';

type LogAction = Pick<CampaignLog, 'action' | 'message'>;

/**
 * Returns whether an entry is about a campaign that its user stopped early. The entry's action is `completed`, like the campaign's
 * status.
 */
export function isEarlyStop({ action, message }: LogAction): boolean {
  return action === 'completed' && message?.startsWith(`${stoppedByUserText} `) === true;
}

const actionTexts: Readonly<Record<CampaignLog['action'], string>> = {
  message_sent: 'sent',
  message_failed: 'failed',
  message_unknown: 'not known',
  skipped: 'skipped',
  profile_blocked: 'account blocked',
  started: 'started',
  paused: 'paused',
  completed: 'completed',
  failed: 'campaign failed',
};

/** Returns what an entry's action is called on screens and in exports. */
export function logActionText(log: LogAction): string {
  return isEarlyStop(log) ? 'stopped' : actionTexts[log.action];
}
