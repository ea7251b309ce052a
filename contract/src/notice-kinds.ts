/* What users are notified about. This file doesn't depend on zod, so the web app can import it. */

export const noticeKinds = [
  'account_held',
  'agent_away',
  'campaign_paused',
  'campaign_ended',
  'import_ended',
  'subscription_ending',
  'ticket_answered',
  'unread_replies',
  'agent_update',
  'new_sign_in',
  'new_computer',
  'export_ready',
  'deletion_asked',
  'security_change',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Where a kind of notice is shown. */
export type NoticePlaces = {
  /** Whether the notice is shown on the Notices page and counted in the number on the bell icon. */
  in_app: boolean;
  /** Whether the notice is shown as a browser notification, if the browser allows this. */
  browser: boolean;
  /** Whether the notice is sent by email, if the user has confirmed an address. */
  mail: boolean;
};

const everywhere: NoticePlaces = { in_app: true, browser: true, mail: true };

/** Where each kind of notice is shown, unless the user has chosen other places. */
export const noticeDefaults: Readonly<Record<NoticeKind, NoticePlaces>> = {
  account_held: everywhere,
  agent_away: everywhere,
  campaign_paused: everywhere,
  campaign_ended: everywhere,
  import_ended: { in_app: true, browser: true, mail: false },
  subscription_ending: everywhere,
  ticket_answered: everywhere,
  unread_replies: { in_app: true, browser: true, mail: false },
  agent_update: { in_app: true, browser: false, mail: false },
  new_sign_in: everywhere,
  new_computer: everywhere,
  export_ready: everywhere,
  deletion_asked: everywhere,
  security_change: everywhere,
};
