import type { FaultName } from './fault.catalog.ts';

/** A one-line description of each fault, for `GET /__sandbox/faults` and `npm run sandbox -- --faults`. */
export const faultDescriptions: Record<FaultName, string> = {
  login_names_old: 'Sign-in fields are named username and password instead of email and pass.',
  login_names_absent: 'Sign-in fields have no name.',
  login_chooser: 'The logged-out page offers "Continue as …" and "Use another profile" before the form.',
  login_remembered:
    'The logged-out page shows a remembered account, "Continue" twice, and no field. "Continue" asks only for the password.',
  login_new_words: 'The landing pages say "Log into another account" instead of "Use another profile".',
  marketing_page:
    'The logged-out page shows a heading and "Log in". The password field appears after a click on "Log in".',
  public_profiles:
    'Visitors who are not signed in see profiles, with a link to the sign-in form, instead of only the sign-in form.',
  cookie_dialog: 'The logged-out page has a cookie dialog with "Decline optional cookies" and "Allow all cookies".',
  cookie_dialog_2022:
    'The logged-out page has a cookie dialog with "Only allow essential cookies" and "Allow essential and optional cookies".',
  cookie_dialog_2020: 'The logged-out page has a cookie dialog with a single "Accept" button.',
  login_extra_buttons: 'The sign-in form contains "Show" and "Log in with Facebook" before "Log in".',
  login_problem: 'After a correct password, the form shows "There was a problem logging you into Instagram".',
  login_error_plain: 'The sign-in form shows an error as plain text, without marking it as an error.',
  two_factor:
    'After the password, the two_factor page asks for a code in the field verificationCode. The code is 123456.',
  two_step:
    'After the password, the two_step_verification page asks for a code in a field labeled "Code". The code is 123456.',
  code_entry: 'After the password, /auth_platform/codeentry/ asks for a code. The code is 123456.',
  save_login_page: 'After the password, /accounts/onetap/ asks "Save your login info?".',
  challenge: 'Every page redirects to /challenge/ until someone presses "This Was Me".',
  checkpoint: 'Every page redirects to /checkpoint/ until someone confirms.',
  captcha: 'Every page redirects to /auth_platform/recaptcha/ until someone confirms.',
  suspended: 'Every page redirects to /accounts/suspended/.',
  disabled: 'Every page redirects to /accounts/disabled/.',
  scraping_warning: 'Every page redirects to /accounts/scraping_warning/ until someone presses "Dismiss".',
  consent: 'Every page redirects to /consent/ until someone agrees to the terms.',
  unusual_login: 'Every page redirects to /challenge/unusual_login/ until someone presses "This Was Me".',
  change_password:
    'Every page redirects to /challenge/change_password/, with fields for a new password, until someone presses "Confirm".',
  challenge_picker: 'Every page redirects to /auth_platform/challengepicker/ until someone confirms.',
  risky_contact:
    'Every page redirects to /accounts/update_risky_contactpoint/ ("Your email may not be secure"), with a field for an email address, until someone presses "Next".',
  risky_contact_challenge: 'The same as risky_contact, but at /challenge/action/update_risky_contactpoint/.',
  email_signup:
    'The session has ended. Every page redirects to /accounts/emailsignup/, with a password field, until the account signs in again.',
  birthday: 'Every page redirects to /accounts/birthday/, with a field for a birthday, until someone presses "Next".',
  confirm_email: 'Every page redirects to /accounts/confirm_email/…, with a field for a code, until someone confirms.',
  account_recovery: 'Every page redirects to /account_recovery/ ("Choose a way to recover") until someone continues.',
  human_check: 'Every page redirects to /accounts/suspended/, where someone can complete "Confirm you\'re human".',
  appeal_submitted: 'Every page redirects to /accounts/suspended/, which says "You submitted an appeal".',
  whatsapp_code: 'Every page redirects to /auth_platform/codeentry/, which asks for a code sent by WhatsApp.',
  sms_code: 'Every page redirects to /auth_platform/codeentry/, which asks for a code sent as a text message.',
  phone_number: 'Every page redirects to /auth_platform/phone/ ("Enter your mobile number").',
  choose_confirmation: 'Every page redirects to /auth_platform/challengepicker/ ("Choose a way to confirm").',
  approve_device:
    'Every page redirects to /auth_platform/approval/, which waits for another device and continues when the checkpoint is cleared.',
  upload_id: 'Every page redirects to /challenge/identity/ ("Upload your ID").',
  password_shared:
    'Every page redirects to /challenge/compromised/ ("you shared your password with a service"), with fields for the old and a new password.',
  restriction_warning:
    'Every page is replaced, at its own URL, by "To prevent your account from being temporarily restricted", until someone presses "Dismiss".',
  consent_cookies:
    'Every page redirects to /consent/?flow=user_cookie_choice_v2, which asks the user to choose which cookies to allow.',
  consent_ads:
    'Every page redirects to /consent/?flow=ad_free_subscription_blocking_flow ("Choose if we process your data for ads").',
  consent_terms:
    'Every page redirects to /consent/?flow=terms_review ("Changes to How We Manage Data", "Review and Agree").',
  full_page_thread: '"Message" opens /direct/t/<digits>/ instead of a docked chat.',
  composer_cannes: 'On full-page threads, the composer is in the pagelet IGDComposerForCannes.',
  composer_textarea: 'The composer is the old textarea with the placeholder "Message...".',
  composer_unknown: 'The composer is an unknown kind of element.',
  list_grid: 'Messages have role=row, in a list with role=grid.',
  list_presentation: 'Messages are bubbles with role=presentation, without a grid or pagelet.',
  list_unlabelled: 'The list of messages has no pagelet, role or label.',
  list_open: 'The message list has the pagelet IGDOpenMessageList.',
  list_reversed:
    'The message list is reversed (column-reverse), so that older messages have negative scroll positions.',
  rows_grouped:
    "Messages have role=group and tabindex=-1, with bubbles that have role=presentation. A style sheet instead of an inline style aligns the account's own messages. Dates appear between messages.",
  avatar_last: 'Only the last of several consecutive incoming messages has a link to the sender.',
  rows_full_width: 'Messages take up the full width, so that only a link shows who wrote them.',
  head_labelled:
    'The header of a chat is in the pagelet IGDInboxHeaderOffMsys, next to the content. The header is a labeled link around a heading, or only a heading for a group.',
  head_heading: 'The header of a chat is a labeled link around a heading, without a pagelet.',
  docked_pagelet: 'The docked chat is inside IGDChatTabsRootContentOffMsys, next to a "Messages" button.',
  docked_pagelet_old: 'The docked chat is inside IGDChatTabsRootContent, next to a "Messages" button.',
  send_renamed: 'The request that sends a message has a different friendly name.',
  send_plain_text:
    'The request that sends a message contains its text as it is, instead of wrapped in sensitive_string_value.',
  history_rearranges: 'Some time (ms) after a conversation opens, it shows only the newest message for a while.',
  link_preview:
    'Links in messages are clickable, and a link preview appears next to the message. The preview is a labeled link.',
  redrawn_text: 'Links in messages are shortened, and ":)" is shown as an emoji.',
  lines_as_blocks: 'Each line of a message is a separate block.',
  strange_mark: 'A failed message has a mark with an unknown label.',
  leftover_chat: 'Each profile opens with an earlier chat docked, which stays until it is closed.',
  leftover_group:
    "Each profile opens with a docked group in which only the owner of the profile has written. The group's header does not show its members.",
  inbox_links: 'Inbox rows are links to the thread, not buttons.',
  inbox_notes: 'The list of threads begins with a list of notes, which look like rows.',
  inbox_unnamed: 'The list of threads has no pagelet, role or label.',
  own_header_missing: "The account's own profile has no header.",
  search_checkboxes:
    'The results in the new-message dialog are buttons with a checkbox, and "Next" confirms the choice.',
  search_unnamed: 'The search field of the new-message dialog has no name.',
  search_handle_first:
    'The results in the new-message dialog begin with the handle instead of the display name, and end with the hidden label of a checkbox.',
  new_message_closed: '/direct/new/ only shows the inbox. "New message" opens the dialog.',
  badge_en_dash: 'The badge label has an en dash: "Direct messaging – 3 new …".',
  badge_capped: 'The badge always shows "99+".',
  badge_unlabelled: 'If there are no unread messages, the badge has no label (instead of "0 new").',
  badge_digits_arabic: 'The badge and the title use Arabic-Indic digits (٠١٢).',
  badge_digits_persian: 'The badge and the title use Persian digits.',
  badge_digits_bengali: 'The badge and the title use Bengali digits.',
  badge_digits_devanagari: 'The badge and the title use Devanagari digits.',
  viewer_unnamed: "The page's data does not contain the signed-in account.",
  own_link_missing: "The navigation has no link to the account's own profile.",
  checkpoint_in_place: 'A checkpoint appears at the URL of the page that it replaces.',
  title_disagrees: 'The number in the title differs from the number in the badge.',
  live_region: 'Every page has a one-pixel live region that never disappears.',
  unknown_language: 'Pages are in Finnish (html lang "fi").',
  language_in_data:
    "The html lang attribute is empty. Only IntlCurrentLocale in the page's data contains the language.",
  british_english: 'English pages use British spelling (html lang "en-gb").',
  spanish_new_words: 'Spanish pages say "Chatear", "Mensaje nuevo" and "Envía un mensaje...".',
  not_found: 'The profile page says "Sorry, this page isn\'t available."',
  not_found_new: 'The profile page says "Profile isn\'t available".',
  profile_to_feed: 'The profile no longer exists. Its URL redirects to the feed, without an error.',
  private: 'The profile is private, but has a Message button.',
  private_no_button: 'The profile is private and has neither a Message button nor a menu item for it.',
  message_in_menu: 'The profile has no Message button, but "Send message" is in its "…" menu.',
  message_button_missing:
    'The profile has neither a Message button nor a menu item. Only the new-message dialog can open the conversation.',
  business_interstitial: '"Message" first asks for a choice: "Send prioritized message" or "Send message request".',
  interstitial_over_chat:
    'The choice of business_interstitial covers the conversation once it has opened, however it was opened.',
  wrote_first: 'The person wrote first, so a panel for accepting the request replaces the composer.',
  no_requests:
    'A message looks sent at first, and is refused later: "… don\'t allow new message requests from everyone".',
  limited: 'A message is refused right after it is sent: "Not everyone can message this account."',
  limited_strangely: 'A message is refused right after it is sent, with an unknown text.',
  cannot_message: 'The conversation has no composer: "You can\'t message this account unless they follow you."',
  instagram_user: 'The conversation is with "Instagram User" and has no composer.',
  invite_pending: 'A request is already pending: "Invite sent" replaces the composer.',
  request_sent:
    'A request is already pending: the pagelet of the composer shows "Message request sent" and a link to its help page.',
  one_message_only: 'After the first message, "Invite sent" replaces the composer.',
  chat_words: 'The conversation contains an incoming message with the text of a rate-limit dialog.',
  slow_page: 'The page responds after a delay (ms).',
  page_error: 'The page responds with status 500.',
  too_many_requests: 'The page responds with status 429.',
  forbidden: 'The page responds with status 403.',
  connection_reset: 'The connection is reset before the page has loaded.',
  truncated_page: "Only the beginning of the page's HTML arrives.",
  broken_page: 'The page says "Sorry, something went wrong". It works again after a reload.',
  no_connection_page: 'The page says "We couldn\'t connect to Instagram". It works again after a reload.',
  profile_missing: 'Every profile page says "Sorry, this page isn\'t available.", even the account\'s own.',
  profile_strays: 'Loading the profile redirects to the feed, although the profile still exists.',
  stories_page: 'The profile redirects to /stories/<username>/…. Closing the viewer opens the feed.',
  stories_over_profile: 'The story viewer covers the profile, at the URL of the profile.',
  message_to_inbox: '"Message" opens the inbox with a different person\'s conversation.',
  slow_chat: 'The conversation appears after a delay (ms).',
  chat_error: 'The conversation cannot be loaded. A docked chat disappears, and a full-page thread stays empty.',
  late_history:
    'The conversation appears immediately. Its empty message list appears after half of the delay (ms), and its messages after the whole delay.',
  late_search: 'The new-message dialog says "No account found." for a while (ms) before it shows results.',
  late_profile_buttons: "A profile's buttons appear after a delay (ms).",
  late_menu: 'The "…" menu of a profile shows a spinner for a while (ms) before its items.',
  late_badge: 'The badge shows its number after a delay (ms).',
  signed_out: 'The session ends when the page is loaded.',
  session_forgotten: 'The session ends when the page is loaded, but the browser keeps its cookie.',
  prompt_on_load: '"Turn on Notifications" appears when the page loads.',
  prompt_later: '"Turn on Notifications" appears some time (ms) after the page has loaded.',
  prompt_save_login: '"Save your login info?" appears as a dialog when the page loads.',
  prompt_mid_click: 'A prompt appears when "Message" is pressed, and receives the click.',
  prompt_mid_typing: 'A prompt appears during typing and receives the key presses. Enter presses its default button.',
  prompt_before_enter: 'A prompt appears at the first pause in typing and takes focus.',
  prompt_takes_enter: 'A prompt appears when Enter is pressed, and receives the key press. Nothing is sent.',
  harmless_try_again:
    'A dialog that has nothing to do with rate limits says "Something went wrong" and "Try again later." when the page loads.',
  quiet_mode_notice: 'A harmless dialog about quiet mode, with an "OK" button, appears when the page loads.',
  meta_accounts_notice:
    'A harmless dialog, "Meta Accounts are coming to Instagram", with an "OK" button, appears when the page loads.',
  profile_links: 'A dialog with the profile\'s links covers the profile. Escape or "Close" closes it.',
  strange_notice: 'An unknown dialog with a single button appears when the page loads.',
  strange_form:
    'An unknown dialog with a single text field appears when the page loads. Text typed into the field is recorded.',
  rate_limit_on_load: 'The "Try Again Later" dialog appears when the page loads.',
  rate_limit:
    'The message is not sent. The dialog "Try Again Later … We limit how often …" appears. Like the dialogs of the other limits, it may appear after a delay (ms).',
  rate_limit_restrict: 'The message is not sent. The dialog "We restrict certain activity …" appears.',
  action_blocked: 'The message is not sent. The dialog "Action Blocked" appears.',
  wait_few_minutes:
    'The message is not sent. A toast (role alert) says "Please wait a few minutes before you try again."',
  daily_limit: 'The message is not sent. The dialog "You\'ve reached your daily limit" appears.',
  limit_without_bubble: 'The message is not sent. The "Try Again Later" dialog appears, but no bubble.',
  limit_after_send: 'The message is delivered. The "Try Again Later" dialog appears after a delay (ms).',
  challenge_on_send:
    'The message is not sent. From then on, every page redirects to /challenge/ until someone presses "This Was Me".',
  signed_out_on_send: 'The message is not sent. The session ends, and the page redirects to the sign-in form.',
  strange_notice_on_send: 'The message is delivered. An unknown dialog appears after a delay (ms).',
  failed_bubble: 'The message is not sent. The bubble shows "Failed to send".',
  late_failure:
    'The message is not delivered. The bubble looks normal at first, but shows "Failed to send" after a delay (ms).',
  connection_lost_on_send:
    'The message is not sent. The connection is lost, and the bubble shows "Failed to send" until another page is opened.',
  connection_lost_after_send:
    'The message is delivered, but the connection is lost before the response arrives. The bubble shows "Failed to send" until the page is reloaded.',
  stuck_sending: 'The message is not sent. The bubble stays at "Sending…".',
  swallowed: 'The message is not sent. The composer is cleared, but no bubble ever appears.',
  late_refusal:
    'The message is not delivered. It looks sent at first, but after a while (ms), a line below it says that it was refused.',
  dies_after_send: 'The message is delivered, but the page crashes immediately. After a reload, it shows the message.',
  hidden_bubble: 'The message is delivered, but no bubble appears until the page is reloaded.',
  text_stays:
    'The message is delivered, but the text stays in the composer, the bubble shows "Sending…" for a while (ms), and a prompt appears.',
  late_bubble: 'The message is delivered. The bubble appears after a delay (ms).',
  slow_sending: 'The message is delivered. The bubble shows "Sending…" for a while (ms).',
  answer_claims_sent:
    'If a message was not delivered, the response to the request that sends it still says that the message was sent.',
  answer_claims_refused:
    'If a message was delivered, the response to the request that sends it says that the message was refused.',
  answer_unknown_form: 'The response to the request that sends a message has an unknown format.',
  answer_http_error: 'The request that sends a message gets status 500, whether or not the message was delivered.',
  answer_never: 'The request that sends a message never gets a response, whether or not the message was delivered.',
  answer_late: 'The request that sends a message gets its response after a delay (ms).',
};
