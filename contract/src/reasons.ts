/*
 * Every reason that travels between the agent, the server and the screens. Free of zod, so that forms and the agent can
 * import it. The tables in docs/agent.md are generated from it.
 */

/**
 * `stop` holds the account in every campaign. `wait` passes by itself or with a small act of the user and stops nothing.
 * `retry` means nothing was sent and another try may work. `fail` is final for this person. `skip` leaves the person out
 * on purpose. `unknown` means the message may have left.
 */
export type ReasonKind = 'stop' | 'wait' | 'retry' | 'fail' | 'skip' | 'unknown';

type Reason = {
  kind: ReasonKind;
  text: string;
  /** What the user can do about it; empty where there is nothing to do. */
  advice: string;
  /** Of a `stop`: `timed` ends by itself, `owner` lasts until the owner has looked. */
  hold?: 'timed' | 'owner';
  /** Of a `retry`: the page was not as expected. It counts towards a hold of the account, three people in a row. */
  isUnexpectedPage?: true;
  /** Of a `wait`: happened at this person. Where it happens again and again, it is the person who waits, and in the end fails. */
  isAtPerson?: true;
  /** Of a `retry`: may be the person's doing rather than the account's. A second account that meets it ends it. */
  isTrouble?: true;
};

const lookAndRelease = 'Open the account, do what Instagram asks for, then choose "I\'ve looked".';
const openConversation = 'Open the conversation and look, then say here whether it was sent.';

const stopReasons = {
  rate_limited: {
    kind: 'stop',
    hold: 'timed',
    text: 'Instagram is slowing this account down.',
    advice: 'Let it rest. It continues by itself.',
  },
  code_required: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram asks for a security code.',
    advice: 'Open the account, enter the code, then choose "I\'ve looked".',
  },
  captcha: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram wants to know that a person is there.',
    advice: lookAndRelease,
  },
  challenge: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram asks the owner to confirm the account.',
    advice: lookAndRelease,
  },
  checkpoint: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram stopped this account at a checkpoint.',
    advice: lookAndRelease,
  },
  suspended: { kind: 'stop', hold: 'owner', text: 'Instagram suspended this account.', advice: lookAndRelease },
  disabled: { kind: 'stop', hold: 'owner', text: 'Instagram disabled this account.', advice: lookAndRelease },
  automation_warning: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram warned this account about automated behavior.',
    advice: 'Open the account and read the warning before you release it.',
  },
  consent: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram wants its terms to be accepted.',
    advice: 'Open the account, decide, then choose "I\'ve looked".',
  },
  signed_out: {
    kind: 'stop',
    hold: 'owner',
    text: 'The account is signed out of Instagram.',
    advice: 'Open the account and sign in, then choose "I\'ve looked".',
  },
  wrong_password: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram did not accept the stored username and password.',
    advice: 'Correct them in Accounts, then choose "I\'ve looked".',
  },
  sign_in_refused: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram did not let the account in.',
    advice: 'Open the account and sign in, then choose "I\'ve looked".',
  },
  sign_in_unclear: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram's sign-in did not finish.",
    advice: 'Open the account and sign in, then choose "I\'ve looked".',
  },
  signed_out_repeatedly: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram keeps signing this account out.',
    advice: 'Open the account, see what Instagram wants, and sign in yourself.',
  },
  wrong_account: {
    kind: 'stop',
    hold: 'owner',
    text: 'The Firefox profile is signed in as somebody else.',
    advice: 'Sign in as the right person, or correct the Instagram username in Accounts.',
  },
  account_unclear: {
    kind: 'stop',
    hold: 'owner',
    text: 'The page does not show who is signed in.',
    advice: 'Open the account and check. If it is right, remove its Instagram username in Accounts.',
  },
  same_instagram_account: {
    kind: 'stop',
    hold: 'owner',
    text: 'Another of your accounts is signed in as the same person.',
    advice: 'Sign one of them in as somebody else, or remove it.',
  },
  unsupported_language: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram shows a language the agent does not know.',
    advice: 'Set Instagram to English, Spanish or Korean, then choose "I\'ve looked".',
  },
  unexpected_pages: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram's pages did not look as expected with three people in a row.",
    advice: lookAndRelease,
  },
  own_profile_missing: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram says that nobody is available, the account's own profile included.",
    advice: lookAndRelease,
  },
  many_not_found: {
    kind: 'stop',
    hold: 'owner',
    text: 'Ten people in a row were not found.',
    advice: 'Search for one of them on Instagram. If they exist, let the account rest; then choose "I\'ve looked".',
  },
  stopped_before: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram stopped this account in an earlier campaign.',
    advice: lookAndRelease,
  },
  messages_vanish: {
    kind: 'stop',
    hold: 'owner',
    text: 'Two messages in a row left the composer and did not appear in their conversations.',
    advice: 'Open the account and check that it may still write.',
  },
  messages_fail: {
    kind: 'stop',
    hold: 'owner',
    text: 'Three messages in a row did not arrive.',
    advice: 'Open the account and check that it may still write.',
  },
} as const satisfies Record<string, Reason>;

const waitReasonTable = {
  campaign_not_running: { kind: 'wait', text: 'The campaign is not running.', advice: '' },
  subscription_ended: {
    kind: 'wait',
    text: 'The subscription has expired.',
    advice: 'Renew it and resume the campaign.',
  },
  account_inactive: { kind: 'wait', text: 'This account is switched off.', advice: 'Switch it on in Accounts.' },
  account_removed: { kind: 'wait', text: 'This account was removed.', advice: '' },
  account_held: {
    kind: 'wait',
    text: 'This account is on hold.',
    advice: 'See Accounts for what happened and what to do.',
  },
  account_busy: { kind: 'wait', text: 'This account is working on another person.', advice: '' },
  waiting_for_time: { kind: 'wait', text: 'The pause between two messages is not over yet.', advice: '' },
  retry_later: { kind: 'wait', text: 'The people left are tried again later.', advice: '' },
  daily_ceiling: { kind: 'wait', text: 'This account has sent as many messages in 24 hours as it may.', advice: '' },
  being_written_to: { kind: 'wait', text: 'Another campaign is writing to the people left.', advice: '' },
  being_checked: { kind: 'wait', text: 'The agent is checking whether the last messages arrived.', advice: '' },
  nothing_left: { kind: 'wait', text: 'Nobody is left to message.', advice: '' },
  no_agent: {
    kind: 'wait',
    text: 'No computer is connected.',
    advice: 'Start the Sandpiper agent on the computer with your Firefox profiles.',
  },
  computer_away: {
    kind: 'wait',
    text: 'The computer of this account is not connected.',
    advice: 'Start the agent there, or move the account to another computer.',
  },
  wrong_computer: {
    kind: 'wait',
    text: 'This account belongs to another computer.',
    advice: 'Move it in Accounts if its Firefox profile is here.',
  },
  no_computer: {
    kind: 'wait',
    text: 'The Firefox profile of this account is on none of your connected computers.',
    advice: 'Correct the path in Accounts, or start the agent on the computer that has it.',
  },
  profile_in_use: {
    kind: 'wait',
    text: 'You have this Firefox profile open yourself.',
    advice: 'Close that Firefox window and the agent continues.',
  },
  profile_not_here: {
    kind: 'wait',
    text: 'The Firefox profile is not on this computer.',
    advice: 'Correct the path in Accounts.',
  },
  firefox_missing: {
    kind: 'wait',
    text: 'Firefox cannot be used on this computer.',
    advice: 'Install or update Firefox.',
  },
  firefox_not_started: {
    kind: 'wait',
    text: 'Firefox did not start.',
    advice: 'The agent tries again. If this stays, restart the computer.',
  },
  network: {
    kind: 'wait',
    text: "Instagram can't be reached from this computer.",
    advice: 'Check the internet connection. The agent tries again.',
  },
  notes_not_written: {
    kind: 'wait',
    text: "The agent can't write its notes on this computer, so it sends nothing.",
    advice: 'Free some disk space.',
  },
  sign_in_unreachable: { kind: 'wait', text: "Instagram's sign-in did not answer.", advice: 'The agent tries again.' },
  window_closed: {
    kind: 'wait',
    isAtPerson: true,
    text: 'The browser window was closed before anything was sent.',
    advice: '',
  },
  window_busy: { kind: 'wait', text: 'Something else is happening in the window of this account.', advice: '' },
  took_too_long: {
    kind: 'wait',
    isAtPerson: true,
    text: 'The attempt took too long and was given up before anything was sent.',
    advice: '',
  },
  agent_stopping: { kind: 'wait', text: 'The agent is being stopped.', advice: '' },
  no_longer_wanted: { kind: 'wait', text: 'Sending was stopped in the meantime.', advice: '' },
  lease_lost: { kind: 'wait', text: 'This person was given to another account in the meantime.', advice: '' },
  server_unreachable: { kind: 'wait', text: 'The server did not answer before sending.', advice: '' },
} as const satisfies Record<string, Reason>;

const retryReasons = {
  broken_off: { kind: 'retry', isUnexpectedPage: true, text: 'The page stopped working.', advice: '' },
  chat_did_not_load: { kind: 'retry', isUnexpectedPage: true, text: 'The conversation did not load.', advice: '' },
  chat_did_not_open: { kind: 'retry', isUnexpectedPage: true, text: 'The conversation did not open.', advice: '' },
  page_failed: { kind: 'retry', isUnexpectedPage: true, text: "Instagram's page did not load.", advice: '' },
  search_unclear: { kind: 'retry', isUnexpectedPage: true, text: 'The search did not show what it found.', advice: '' },
  text_not_accepted: {
    kind: 'retry',
    isUnexpectedPage: true,
    text: 'Instagram did not accept the text as it is.',
    advice: '',
  },
  unexpected_dialog: {
    kind: 'retry',
    isUnexpectedPage: true,
    isTrouble: true,
    text: 'Instagram showed a dialog the agent does not know.',
    advice: 'Open the account and look.',
  },
  unexpected_page: {
    kind: 'retry',
    isUnexpectedPage: true,
    isTrouble: true,
    text: 'Instagram showed a page the agent does not know.',
    advice: 'Open the account and look.',
  },
  page_refused: {
    kind: 'retry',
    isUnexpectedPage: true,
    isTrouble: true,
    text: 'Instagram refused to show its page.',
    advice: 'Open the account and look.',
  },
  recipient_private: {
    kind: 'retry',
    text: 'The account is private, and the search does not find it.',
    advice: '',
  },
  not_in_search: {
    kind: 'retry',
    text: "Instagram's search does not find this person, and their profile has no message button.",
    advice: '',
  },
  count_not_shown: { kind: 'retry', text: 'Instagram did not show the number of unread messages.', advice: '' },
} as const satisfies Record<string, Reason>;

const failReasons = {
  not_found: { kind: 'fail', text: 'There is no Instagram account with this name.', advice: '' },
  not_a_person: { kind: 'fail', text: 'This is a page of Instagram, not a person.', advice: '' },
  recipient_gone: { kind: 'fail', text: 'This person has deleted their account or blocked yours.', advice: '' },
  recipient_refuses_requests: {
    kind: 'fail',
    text: 'This person does not accept message requests from people they do not know.',
    advice: '',
  },
  recipient_limits_messages: { kind: 'fail', text: 'This person lets only some people write to them.', advice: '' },
  recipient_cannot_be_messaged: {
    kind: 'fail',
    text: 'Instagram offers no way to write to this person from this account.',
    advice: '',
  },
  invite_pending: {
    kind: 'fail',
    text: 'This person has not answered an earlier message request, and Instagram allows only one.',
    advice: '',
  },
  not_sent: { kind: 'fail', text: 'The agent looked into the conversation: the message was not sent.', advice: '' },
  not_pressed: {
    kind: 'fail',
    text: 'Something got in the way at the last moment, and the message was not sent.',
    advice: '',
  },
  given_back_often: { kind: 'fail', text: 'The browser failed at this person again and again.', advice: '' },
  said_not_sent: { kind: 'fail', text: 'You said that this message was not sent.', advice: '' },
} as const satisfies Record<string, Reason>;

const skipReasonTable = {
  do_not_contact: { kind: 'skip', text: 'On your Do not contact list.', advice: '' },
  same_message: { kind: 'skip', text: 'Already got this message.', advice: '' },
  cool_off: { kind: 'skip', text: 'Contacted recently.', advice: '' },
  conversation: { kind: 'skip', text: 'Has already written to you.', advice: '' },
  not_pending: { kind: 'skip', text: 'No longer pending on the list.', advice: '' },
} as const satisfies Record<string, Reason>;

const unknownReasons = {
  no_bubble: {
    kind: 'unknown',
    text: 'The message left the composer but does not show in the conversation.',
    advice: openConversation,
  },
  not_delivered: { kind: 'unknown', text: 'Instagram marked the message "Failed to send".', advice: openConversation },
  bubble_gone: {
    kind: 'unknown',
    text: 'The message showed in the conversation and was gone a moment later.',
    advice: openConversation,
  },
  computer_slept: {
    kind: 'unknown',
    text: 'The computer slept right after the message was sent off.',
    advice: openConversation,
  },
  composer_emptied: {
    kind: 'unknown',
    text: 'The text was gone from the composer before the agent pressed Enter.',
    advice: openConversation,
  },
  conversation_unseen: {
    kind: 'unknown',
    text: 'The agent lost sight of the conversation at the moment of sending.',
    advice: openConversation,
  },
  reads_differently: {
    kind: 'unknown',
    text: 'A newer message of this account stands there and reads differently.',
    advice: openConversation,
  },
  enter_ignored: {
    kind: 'unknown',
    text: 'The text still stands in the composer after Enter.',
    advice: openConversation,
  },
  unknown_notice: {
    kind: 'unknown',
    text: 'Instagram shows something under the message that the agent does not know.',
    advice: openConversation,
  },
  window_lost: {
    kind: 'unknown',
    text: 'The browser window was lost at the moment of sending.',
    advice: openConversation,
  },
  page_lost: { kind: 'unknown', text: 'The page was lost at the moment of sending.', advice: openConversation },
  interrupted: { kind: 'unknown', text: 'The attempt ended at the moment of sending.', advice: openConversation },
  history_not_shown: {
    kind: 'unknown',
    text: 'Instagram did not show the whole conversation.',
    advice: openConversation,
  },
  other_account: {
    kind: 'unknown',
    text: 'The Firefox profile is signed in as somebody else now, so the conversation cannot be checked.',
    advice: openConversation,
  },
  agent_stopped: { kind: 'unknown', text: 'The agent was stopped at the moment of sending.', advice: openConversation },
  no_note: { kind: 'unknown', text: 'The agent no longer has its note about this message.', advice: openConversation },
  not_reported: {
    kind: 'unknown',
    text: 'The agent did not say within 24 hours whether it was sent.',
    advice: openConversation,
  },
  ended_before_known: {
    kind: 'unknown',
    text: 'The campaign ended before the agent could check.',
    advice: openConversation,
  },
  objection_met: {
    kind: 'unknown',
    text: 'Instagram objected to the account at the moment of sending.',
    advice: openConversation,
  },
} as const satisfies Record<string, Reason>;

export const reasons = {
  ...stopReasons,
  ...waitReasonTable,
  ...retryReasons,
  ...failReasons,
  ...skipReasonTable,
  ...unknownReasons,
} as const;

export type ReasonCode = keyof typeof reasons;
export type StopReason = keyof typeof stopReasons;
export type WaitReason = keyof typeof waitReasonTable;
export type RetryReason = keyof typeof retryReasons;
export type FailReason = keyof typeof failReasons;
export type SkipReason = keyof typeof skipReasonTable;
export type UnknownReason = keyof typeof unknownReasons;

function areCodesOf<Code extends string>(table: Record<Code, Reason>, keys: string[]): keys is [Code, ...Code[]] {
  return keys.length > 0 && keys.every((key) => Object.hasOwn(table, key));
}

function codesOf<Code extends string>(table: Record<Code, Reason>): [Code, ...Code[]] {
  const keys = Object.keys(table);
  if (!areCodesOf(table, keys)) throw new Error('A table of reasons is empty');
  return keys;
}

export const reasonCodes = codesOf(reasons);
export const stopReasonCodes = codesOf(stopReasons);
export const waitReasonCodes = codesOf(waitReasonTable);
export const skipReasonCodes = codesOf(skipReasonTable);

export function isReasonCode(value: string | null): value is ReasonCode {
  return value !== null && Object.hasOwn(reasons, value);
}

export function isSkipReason(value: string | null): value is SkipReason {
  return value !== null && Object.hasOwn(skipReasonTable, value);
}

export function reasonOf(code: ReasonCode): Reason {
  return reasons[code];
}

/** The whole sentence for a person: what happened, what Instagram or the computer said about it, and what to do. */
export function reasonText(code: ReasonCode, detail: string | null = null): string {
  const { text, advice } = reasons[code];
  return [text, detail ?? '', advice].filter((part) => part !== '').join(' ');
}
