import { reasons, type ReasonCode } from '@sandpiper/contract/reasons';
import type { FaultName } from '@sandpiper/testkit/sandbox-control';
import type { AnswerMode } from './config.ts';

/**
 * The chances of faults that don't stop an account by themselves: problems with pages, chats and messages, page layouts, and kinds of
 * recipients. Leaves out `rows_full_width` on purpose, because this layout keeps the agent from ever resolving an unknown outcome.
 */
const chances = {
  slow_page: 0.05,
  page_error: 0.03,
  connection_reset: 0.03,
  truncated_page: 0.02,
  slow_chat: 0.05,
  chat_error: 0.03,
  late_history: 0.05,
  late_search: 0.1,
  late_profile_buttons: 0.05,
  late_menu: 0.1,
  broken_page: 0.02,
  no_connection_page: 0.02,
  profile_strays: 0.03,
  stories_page: 0.03,
  stories_over_profile: 0.03,
  message_to_inbox: 0.04,
  prompt_on_load: 0.05,
  prompt_later: 0.05,
  prompt_save_login: 0.05,
  prompt_mid_click: 0.05,
  prompt_mid_typing: 0.05,
  prompt_before_enter: 0.05,
  // After this fault, the agent checks the conversation and tries again, which takes a minute or two.
  prompt_takes_enter: 0.02,
  harmless_try_again: 0.03,
  // The agent recognizes these notices only in English. In other languages, the account stops if it gets one of these notices for three
  // people without a sent message in between.
  quiet_mode_notice: 0.01,
  meta_accounts_notice: 0.01,
  profile_links: 0.05,
  connection_lost_after_send: 0.04,
  // Two or three of these faults in a row stop an account, so they must be rare enough for long runs.
  failed_bubble: 0.025,
  late_failure: 0.015,
  connection_lost_on_send: 0.025,
  stuck_sending: 0.01,
  swallowed: 0.02,
  late_refusal: 0.04,
  dies_after_send: 0.06,
  hidden_bubble: 0.05,
  text_stays: 0.03,
  late_bubble: 0.05,
  slow_sending: 0.05,
  answer_claims_refused: 0.05,
  answer_unknown_form: 0.05,
  answer_http_error: 0.05,
  answer_never: 0.05,
  answer_late: 0.1,
  full_page_thread: 0.3,
  composer_cannes: 0.3,
  composer_textarea: 0.2,
  list_grid: 0.2,
  list_presentation: 0.2,
  list_open: 0.2,
  rows_grouped: 0.4,
  avatar_last: 0.4,
  head_labelled: 0.4,
  head_heading: 0.2,
  docked_pagelet: 0.4,
  docked_pagelet_old: 0.2,
  send_renamed: 0.2,
  send_plain_text: 0.2,
  history_rearranges: 0.2,
  leftover_chat: 0.2,
  leftover_group: 0.2,
  search_checkboxes: 0.3,
  search_unnamed: 0.4,
  search_handle_first: 0.4,
  new_message_closed: 0.3,
  inbox_notes: 0.3,
  language_in_data: 0.2,
  british_english: 0.3,
  spanish_new_words: 0.3,
  live_region: 0.3,
  checkpoint_in_place: 0.3,
  login_new_words: 0.3,
  login_remembered: 0.3,
  private: 0.05,
  private_no_button: 0.03,
  message_in_menu: 0.05,
  message_button_missing: 0.05,
  business_interstitial: 0.05,
  one_message_only: 0.1,
  chat_words: 0.05,
  no_requests: 0.05,
  limited: 0.03,
  cannot_message: 0.03,
  wrote_first: 0.03,
  instagram_user: 0.02,
  invite_pending: 0.03,
  request_sent: 0.03,
  profile_to_feed: 0.02,
} satisfies Partial<Record<FaultName, number>>;

/**
 * Chances that replace the default ones: `off` if the agent can't see the responses, `lying` if half of the responses that can be falsified
 * are false.
 */
const answers: Record<AnswerMode, Partial<Record<FaultName, number>>> = {
  on: {},
  off: { send_renamed: 1 },
  lying: { send_renamed: 0, answer_claims_sent: 0.5, answer_claims_refused: 0.5 },
};

export function chancesWith(mode: AnswerMode): Partial<Record<FaultName, number>> {
  return { ...chances, ...answers[mode] };
}

/** A fault after which an account stays stopped. */
export type StoppingFault = {
  fault: FaultName;
  /** Whether this text tells the user why the account was stopped. */
  told: (text: string | null) => boolean;
  /** Whether the fault is Instagram's response to a message. All other faults stop the account before the agent presses Enter. */
  answersMessage?: boolean;
};

/** Returns a function that checks whether a text gives one of these reasons. */
function told(...codes: ReasonCode[]): StoppingFault['told'] {
  return (text) => codes.some((code) => text?.includes(reasons[code].text) === true);
}

const slowed = told('rate_limited');

/**
 * Returns a function that checks whether a text gives one of these reasons for a newer checkpoint, or only says that pages were unexpected.
 * The agent knows the wording of newer checkpoints in only a few languages. In other languages, it recognizes a newer checkpoint only by
 * its URL, or not at all if the checkpoint appears at the page's own URL.
 */
function toldOrUnexpected(...codes: ReasonCode[]): StoppingFault['told'] {
  return told(...codes, 'unexpected_pages');
}

/**
 * Faults after which an account stays stopped. The run's seed chooses one of them. If a checkpoint appears at the page's own
 * URL, the agent recognizes the checkpoint only by its wording, which is less reliable.
 */
const stoppingFaults: readonly StoppingFault[] = [
  { fault: 'action_blocked', told: slowed, answersMessage: true },
  { fault: 'limit_after_send', told: slowed, answersMessage: true },
  { fault: 'challenge', told: told('challenge') },
  { fault: 'rate_limit', told: slowed, answersMessage: true },
  { fault: 'limit_without_bubble', told: slowed, answersMessage: true },
  { fault: 'suspended', told: told('suspended') },
  { fault: 'rate_limit_restrict', told: slowed, answersMessage: true },
  { fault: 'challenge_on_send', told: told('challenge'), answersMessage: true },
  { fault: 'captcha', told: told('captcha', 'human_check') },
  { fault: 'wait_few_minutes', told: slowed, answersMessage: true },
  { fault: 'signed_out_on_send', told: told('signed_out', 'signed_out_repeatedly'), answersMessage: true },
  { fault: 'checkpoint', told: told('checkpoint', 'challenge') },
  { fault: 'daily_limit', told: slowed, answersMessage: true },
  { fault: 'too_many_requests', told: slowed },
  { fault: 'scraping_warning', told: told('automation_warning') },
  { fault: 'rate_limit_on_load', told: slowed },
  { fault: 'strange_notice', told: told('unexpected_pages') },
  { fault: 'disabled', told: told('disabled') },
  { fault: 'consent', told: told('cookie_choice', 'consent') },
  { fault: 'strange_notice_on_send', told: told('unexpected_pages'), answersMessage: true },
  { fault: 'risky_contact', told: toldOrUnexpected('risky_contact_point') },
  { fault: 'birthday', told: toldOrUnexpected('birthday_required') },
  { fault: 'confirm_email', told: toldOrUnexpected('email_unconfirmed', 'code_required', 'code_by_phone') },
  { fault: 'account_recovery', told: toldOrUnexpected('recovery_required') },
  { fault: 'human_check', told: toldOrUnexpected('human_check', 'checkpoint') },
  { fault: 'appeal_submitted', told: toldOrUnexpected('appeal_pending', 'checkpoint') },
  { fault: 'whatsapp_code', told: toldOrUnexpected('code_by_phone', 'code_required') },
  { fault: 'approve_device', told: toldOrUnexpected('approval_pending', 'code_required') },
  { fault: 'upload_id', told: toldOrUnexpected('identity_required', 'challenge') },
  { fault: 'consent_cookies', told: toldOrUnexpected('cookie_choice') },
  { fault: 'consent_ads', told: toldOrUnexpected('ads_choice', 'consent') },
];

/** Checkpoints that the owner or the agent passes. The run's seed chooses one of them for an account that doesn't stay stopped. */
const checkpoints: readonly FaultName[] = [
  'risky_contact',
  'email_signup',
  'whatsapp_code',
  'consent_terms',
  'birthday',
  'confirm_email',
  'account_recovery',
  'human_check',
  'sms_code',
  'approve_device',
  'upload_id',
  'consent_cookies',
  'consent_ads',
  'phone_number',
  'choose_confirmation',
  'password_shared',
  'restriction_warning',
  'risky_contact_challenge',
  'appeal_submitted',
];

/** The checkpoint that the agent passes on its own: it signs in again with the stored credentials. */
export const passedBySigningIn: FaultName = 'email_signup';

export function checkpointOf(seed: number): FaultName {
  const checkpoint = checkpoints[(seed - 1) % checkpoints.length];
  if (checkpoint === undefined) throw new Error(`A seed must be a whole number above zero, not ${seed}.`);
  return checkpoint;
}

export function stoppingFaultOf(seed: number): StoppingFault {
  const stopping = stoppingFaults[seed % stoppingFaults.length];
  if (stopping === undefined) throw new Error(`A seed must be a whole number above zero, not ${seed}.`);
  return stopping;
}
