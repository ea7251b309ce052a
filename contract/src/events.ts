import type { CampaignLog } from './campaign-logs.ts';
import type { CampaignStatus } from './campaign-status.ts';
import type { ImportStatus } from './imports.ts';
import type { Notice } from './notices.ts';

/**
 * Events from the server to a signed-in browser or an agent. They carry IDs and changes, and the browser fetches anything else it needs.
 */
export type ServerEvents = {
  campaign_update: (event: { campaign_id: number; status: CampaignStatus | 'deleted' }) => void;
  campaign_progress_update: (event: {
    campaignId: number;
    total_sent: number;
    total_failed: number;
    total_list: number;
  }) => void;
  campaign_log: (event: CampaignLog) => void;
  /** An agent came online or went offline, was paused or resumed, was refused because it is outdated, or lost its token. */
  agent_presence: (event: { online: boolean; is_paused: boolean }) => void;
  /** The status of an agent request changed. */
  agent_request_update: (event: { request_id: number; request_type: string; status: string }) => void;
  /**
   * An account was added, changed, removed, switched on or off, put on hold or moved to another computer, its owner ended a hold, or a
   * computer found the Firefox profiles of one or more accounts.
   */
  account_update: (event: { profile_id: number }) => void;
  /** The status or progress of an import changed. */
  import_update: (event: { import_id: number; list_id: number | null; status: ImportStatus }) => void;
  /** Something happened that the user wants to know about. `is_for_browser`: whether to show a browser notification as well. */
  notice: (event: Pick<Notice, 'id' | 'title' | 'message' | 'path'> & { is_for_browser: boolean }) => void;
  /** Notices were marked as read or withdrawn, or the number of unread replies may have changed. */
  notices_read: () => void;
  /** Something about the signed-in user changed, such as the subscription's end date. */
  user_update: () => void;
  /** The session has ended, so the browser shows the sign-in page. */
  session_ended: (event: { reason: string }) => void;
  /** For agents: there may be something to claim. */
  agent_work: () => void;
};

/** Events from a browser to the server. */
export type ClientEvents = {
  join_user_room: (userId: number, acknowledge?: (answer: { joined: boolean; error?: string }) => void) => void;
  leave_user_room: (userId: number) => void;
};
