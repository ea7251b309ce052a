/**
 * Faults on logged-out pages. Nobody is signed in there, so a rule for an account can't cause any of these faults except
 * `login_problem`, which occurs after a correct password.
 */
const signInFaults = [
  'login_names_old',
  'login_names_absent',
  'login_chooser',
  'login_remembered',
  'login_new_words',
  'marketing_page',
  'public_profiles',
  'cookie_dialog',
  'cookie_dialog_2022',
  'cookie_dialog_2020',
  'login_extra_buttons',
  'login_problem',
  'login_error_plain',
] as const;

/** Pages between a correct password and the requested page. */
const afterPasswordFaults = ['two_factor', 'two_step', 'code_entry', 'save_login_page'] as const;

/** Checkpoints. A checkpoint replaces each of the account's pages until it is cleared. */
export const checkpointFaults = [
  'challenge',
  'checkpoint',
  'captcha',
  'suspended',
  'disabled',
  'scraping_warning',
  'consent',
  'unusual_login',
  'change_password',
  'challenge_picker',
  'risky_contact',
  'risky_contact_challenge',
  'email_signup',
  'birthday',
  'confirm_email',
  'account_recovery',
  'human_check',
  'appeal_submitted',
  'whatsapp_code',
  'sms_code',
  'phone_number',
  'choose_confirmation',
  'approve_device',
  'upload_id',
  'password_shared',
  'restriction_warning',
  'consent_cookies',
  'consent_ads',
  'consent_terms',
] as const;

/** Variants of the site that some accounts see, as in an A/B test. */
const variantFaults = [
  'full_page_thread',
  'composer_cannes',
  'composer_textarea',
  'composer_unknown',
  'list_grid',
  'list_presentation',
  'list_unlabelled',
  'list_open',
  'list_reversed',
  'rows_grouped',
  'avatar_last',
  'rows_full_width',
  'head_labelled',
  'head_heading',
  'docked_pagelet',
  'docked_pagelet_old',
  'send_renamed',
  'send_plain_text',
  'history_rearranges',
  'link_preview',
  'redrawn_text',
  'lines_as_blocks',
  'strange_mark',
  'leftover_chat',
  'leftover_group',
  'inbox_links',
  'inbox_notes',
  'inbox_unnamed',
  'own_header_missing',
  'search_checkboxes',
  'search_unnamed',
  'search_handle_first',
  'new_message_closed',
  'badge_en_dash',
  'badge_capped',
  'badge_unlabelled',
  'badge_digits_arabic',
  'badge_digits_persian',
  'badge_digits_bengali',
  'badge_digits_devanagari',
  'title_disagrees',
  'viewer_unnamed',
  'own_link_missing',
  'checkpoint_in_place',
  'live_region',
  'unknown_language',
  'language_in_data',
  'british_english',
  'spanish_new_words',
] as const;

const personFaults = [
  'not_found',
  'not_found_new',
  'profile_to_feed',
  'private',
  'private_no_button',
  'message_in_menu',
  'message_button_missing',
  'business_interstitial',
  'interstitial_over_chat',
  'wrote_first',
  'no_requests',
  'limited',
  'limited_strangely',
  'cannot_message',
  'instagram_user',
  'invite_pending',
  'request_sent',
  'one_message_only',
  'chat_words',
] as const;

const pageFaults = [
  'slow_page',
  'page_error',
  'too_many_requests',
  'forbidden',
  'connection_reset',
  'truncated_page',
  'broken_page',
  'no_connection_page',
  'profile_missing',
  'profile_strays',
  'stories_page',
  'stories_over_profile',
  'message_to_inbox',
  'slow_chat',
  'chat_error',
  'late_history',
  'late_search',
  'late_profile_buttons',
  'late_menu',
  'late_badge',
  'signed_out',
  'session_forgotten',
] as const;

const promptFaults = [
  'prompt_on_load',
  'prompt_later',
  'prompt_save_login',
  'prompt_mid_click',
  'prompt_mid_typing',
  'prompt_before_enter',
  'prompt_takes_enter',
  'harmless_try_again',
  'quiet_mode_notice',
  'meta_accounts_notice',
  'profile_links',
  'strange_notice',
  'strange_form',
  'rate_limit_on_load',
] as const;

export const rateLimitFaults = [
  'rate_limit',
  'rate_limit_restrict',
  'action_blocked',
  'wait_few_minutes',
  'daily_limit',
] as const;

/** Faults that decide what happens to a message. If several are on, the first one in this list wins. */
export const sendFaults = [
  ...rateLimitFaults,
  'challenge_on_send',
  'signed_out_on_send',
  'limit_without_bubble',
  'limit_after_send',
  'strange_notice_on_send',
  'failed_bubble',
  'late_failure',
  'connection_lost_on_send',
  'connection_lost_after_send',
  'stuck_sending',
  'swallowed',
  'late_refusal',
  'dies_after_send',
  'hidden_bubble',
  'text_stays',
  'late_bubble',
  'slow_sending',
] as const;

/** Faults in the response to the request that sends a message. They don't affect the message or what the page shows. */
export const answerFaults = [
  'answer_claims_sent',
  'answer_claims_refused',
  'answer_unknown_form',
  'answer_http_error',
  'answer_never',
  'answer_late',
] as const;

export const faultNames = [
  ...signInFaults,
  ...afterPasswordFaults,
  ...checkpointFaults,
  ...variantFaults,
  ...personFaults,
  ...pageFaults,
  ...promptFaults,
  ...sendFaults,
  ...answerFaults,
] as const;

export type FaultName = (typeof faultNames)[number];
export type CheckpointName = (typeof checkpointFaults)[number];
export type SendFaultName = (typeof sendFaults)[number];
export type AnswerFaultName = (typeof answerFaults)[number];
export type RateLimitName = (typeof rateLimitFaults)[number];

/**
 * How often chance decides whether a fault occurs: once for each `person` or `account`, or again at every `attempt` (a page load, sign-in,
 * conversation or message).
 */
export type FaultScope = 'account' | 'person' | 'attempt';

const accountScope = new Set<FaultName>(variantFaults);
const personScope = new Set<FaultName>(personFaults);

export function faultScope(name: FaultName): FaultScope {
  if (accountScope.has(name)) return 'account';
  return personScope.has(name) ? 'person' : 'attempt';
}
