import type { CampaignLog } from './campaign-logs.ts';

/** What each action in a campaign's log is called on screens and in exports. */
export const logActionTexts: Readonly<Record<CampaignLog['action'], string>> = {
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
