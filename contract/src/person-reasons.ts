import type { Reason } from './reason.types.ts';

/* Reasons why a person's delivery is retried, fails, is skipped, or has an unknown outcome. */

const openConversation = 'Open the conversation to check, then choose "It was sent" or "It was not sent".';

export const retryReasons = {
  broken_off: { kind: 'retry', isUnexpectedPage: true, text: 'The page stopped working.', advice: '' },
  chat_did_not_load: { kind: 'retry', isUnexpectedPage: true, text: "The conversation didn't load.", advice: '' },
  chat_did_not_open: { kind: 'retry', isUnexpectedPage: true, text: "The conversation didn't open.", advice: '' },
  page_failed: { kind: 'retry', isUnexpectedPage: true, text: "Instagram's page didn't load.", advice: '' },
  search_unclear: {
    kind: 'retry',
    isUnexpectedPage: true,
    text: "The agent couldn't read Instagram's search results.",
    advice: '',
  },
  text_not_accepted: {
    kind: 'retry',
    isUnexpectedPage: true,
    text: "Instagram's message box didn't accept the text.",
    advice: '',
  },
  unexpected_dialog: {
    kind: 'retry',
    isUnexpectedPage: true,
    isTrouble: true,
    text: "Instagram showed a dialog the agent doesn't recognize.",
    advice: 'Open the account to see what it shows.',
  },
  unexpected_page: {
    kind: 'retry',
    isUnexpectedPage: true,
    isTrouble: true,
    text: "Instagram showed a page the agent doesn't recognize.",
    advice: 'Open the account to see what it shows.',
  },
  page_refused: {
    kind: 'retry',
    isUnexpectedPage: true,
    isTrouble: true,
    text: 'Instagram refused to load the page.',
    advice: 'Open the account to see what it shows.',
  },
  profile_not_shown: {
    kind: 'retry',
    isTrouble: true,
    text: "Instagram opened another page instead of this person's profile.",
    advice: '',
  },
  authors_not_shown: {
    kind: 'retry',
    text: "The agent couldn't tell whether this person has written to you.",
    advice: '',
  },
  recipient_private: {
    kind: 'retry',
    text: "This person's account is private and doesn't appear in Instagram's search.",
    advice: '',
  },
  not_in_search: {
    kind: 'retry',
    text: "Instagram's search doesn't find this person, and their profile has no Message button.",
    advice: '',
  },
  words_unknown: {
    kind: 'retry',
    text: "The agent doesn't support this step in the language Instagram is set to.",
    advice: 'Set Instagram to English, Portuguese, Spanish or Korean.',
  },
  count_not_shown: { kind: 'retry', text: "Instagram didn't show the number of unread messages.", advice: '' },
} as const satisfies Record<string, Reason>;

export const failReasons = {
  not_found: { kind: 'fail', text: 'There is no Instagram account with this username.', advice: '' },
  not_a_person: {
    kind: 'fail',
    text: "This username belongs to one of Instagram's own pages, not to a person.",
    advice: '',
  },
  recipient_gone: { kind: 'fail', text: 'This person has deleted their account or blocked yours.', advice: '' },
  recipient_refuses_requests: {
    kind: 'fail',
    text: "This person doesn't accept message requests from people they don't know.",
    advice: '',
  },
  recipient_limits_messages: {
    kind: 'fail',
    text: 'This person only accepts messages from certain people.',
    advice: '',
  },
  recipient_cannot_be_messaged: {
    kind: 'fail',
    text: "Instagram doesn't let this account message this person.",
    advice: '',
  },
  invite_pending: {
    kind: 'fail',
    text: "This person hasn't answered an earlier message request, and Instagram allows only one.",
    advice: '',
  },
  not_sent: {
    kind: 'fail',
    text: "The agent checked the conversation and found that the message wasn't sent.",
    advice: '',
  },
  not_pressed: {
    kind: 'fail',
    text: "Something prevented the agent from pressing Enter, so the message wasn't sent.",
    advice: '',
  },
  given_back_often: {
    kind: 'fail',
    text: 'Attempts to message this person were interrupted too many times.',
    advice: '',
  },
  said_not_sent: { kind: 'fail', text: "You reported that this message wasn't sent.", advice: '' },
} as const satisfies Record<string, Reason>;

export const skipReasonTable = {
  do_not_contact: { kind: 'skip', text: 'On your Do not contact list.', advice: '' },
  same_message: { kind: 'skip', text: 'Already got this message.', advice: '' },
  cool_off: { kind: 'skip', text: 'Contacted recently.', advice: '' },
  conversation: { kind: 'skip', text: 'Has already written to you.', advice: '' },
  not_pending: { kind: 'skip', text: 'No longer pending on the list.', advice: '' },
  missing_variable: { kind: 'skip', text: 'No value for a variable in the message.', advice: '' },
  message_too_long: {
    kind: 'skip',
    text: "With this person's values, the message is longer than the 1,000 characters Instagram accepts.",
    advice: '',
  },
} as const satisfies Record<string, Reason>;

export const unknownReasons = {
  no_bubble: {
    kind: 'unknown',
    text: "The message left the message box but doesn't appear in the conversation.",
    advice: openConversation,
  },
  not_delivered: { kind: 'unknown', text: 'Instagram marked the message "Failed to send".', advice: openConversation },
  bubble_gone: {
    kind: 'unknown',
    text: 'The message appeared in the conversation, then disappeared.',
    advice: openConversation,
  },
  computer_slept: {
    kind: 'unknown',
    text: 'The computer went to sleep while the message was being sent.',
    advice: openConversation,
  },
  composer_emptied: {
    kind: 'unknown',
    text: 'The text disappeared from the message box before the agent pressed Enter.',
    advice: openConversation,
  },
  conversation_unseen: {
    kind: 'unknown',
    isUnexpectedPage: true,
    text: 'The conversation disappeared from the page while the message was being sent.',
    advice: openConversation,
  },
  reads_differently: {
    kind: 'unknown',
    isUnexpectedPage: true,
    text: 'The conversation contains a newer message from this account, but not the one the agent typed.',
    advice: openConversation,
  },
  author_unclear: {
    kind: 'unknown',
    text: "There is a newer message in the conversation, but the agent can't tell who wrote it.",
    advice: openConversation,
  },
  enter_ignored: {
    kind: 'unknown',
    isUnexpectedPage: true,
    text: 'The text was still in the message box after the agent pressed Enter.',
    advice: openConversation,
  },
  unknown_notice: {
    kind: 'unknown',
    isUnexpectedPage: true,
    text: "Under the message, Instagram shows a notice that the agent doesn't recognize.",
    advice: openConversation,
  },
  window_lost: {
    kind: 'unknown',
    text: 'The browser window closed while the message was being sent.',
    advice: openConversation,
  },
  page_lost: {
    kind: 'unknown',
    isUnexpectedPage: true,
    text: 'The page failed while the message was being sent.',
    advice: openConversation,
  },
  interrupted: {
    kind: 'unknown',
    text: 'The attempt was interrupted while the message was being sent.',
    advice: openConversation,
  },
  unconfirmed: {
    kind: 'unknown',
    isUnexpectedPage: true,
    text: "The message is in the conversation. The agent doesn't know the account's language well enough to tell whether Instagram accepted it.",
    advice: openConversation,
  },
  accepted_not_shown: {
    kind: 'unknown',
    text: "Instagram accepted the message, but the conversation doesn't show it.",
    advice: openConversation,
  },
  history_not_shown: {
    kind: 'unknown',
    text: "Instagram didn't show the whole conversation.",
    advice: openConversation,
  },
  check_failed: {
    kind: 'unknown',
    isUnexpectedPage: true,
    text: "The agent couldn't check the conversation.",
    advice: openConversation,
  },
  other_account: {
    kind: 'unknown',
    text: "The Firefox profile is now signed in to a different account, so the agent can't check the conversation.",
    advice: openConversation,
  },
  agent_stopped: {
    kind: 'unknown',
    text: 'The agent stopped while the message was being sent.',
    advice: openConversation,
  },
  no_note: { kind: 'unknown', text: 'The agent no longer has its record of this message.', advice: openConversation },
  not_reported: {
    kind: 'unknown',
    text: "The agent didn't report within 24 hours whether the message was sent.",
    advice: openConversation,
  },
  ended_before_known: {
    kind: 'unknown',
    text: 'The campaign ended before the agent could check the conversation.',
    advice: openConversation,
  },
  objection_met: {
    kind: 'unknown',
    text: 'Instagram restricted the account while the message was being sent.',
    advice: openConversation,
  },
} as const satisfies Record<string, Reason>;
