import type { Reason } from './reason.types.ts';

/* What became of a person, and why. */

const openConversation = 'Open the conversation and look, then say here whether it was sent.';

export const retryReasons = {
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

export const failReasons = {
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

export const skipReasonTable = {
  do_not_contact: { kind: 'skip', text: 'On your Do not contact list.', advice: '' },
  same_message: { kind: 'skip', text: 'Already got this message.', advice: '' },
  cool_off: { kind: 'skip', text: 'Contacted recently.', advice: '' },
  conversation: { kind: 'skip', text: 'Has already written to you.', advice: '' },
  not_pending: { kind: 'skip', text: 'No longer pending on the list.', advice: '' },
} as const satisfies Record<string, Reason>;

export const unknownReasons = {
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
