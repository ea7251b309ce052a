import type { Reason } from './reason.types.ts';

/* Why an account is stopped or waiting. */

const lookAndRelease = 'Open the account, do what Instagram asks, then choose "I\'ve looked".';

export const stopReasons = {
  rate_limited: {
    kind: 'stop',
    hold: 'timed',
    text: 'Instagram is slowing this account down.',
    advice: 'Let the account rest. It continues by itself.',
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
    text: 'Instagram asks for proof that you are a person.',
    advice: lookAndRelease,
  },
  challenge: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram asks you to confirm this account.',
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
    text: 'Instagram asks you to accept its terms.',
    advice: 'Open the account and decide, then choose "I\'ve looked".',
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
    text: 'Instagram refused the sign-in.',
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
    text: 'The Firefox profile is signed in to a different account.',
    advice: 'Sign in to the right account, or correct the Instagram username in Accounts.',
  },
  account_unclear: {
    kind: 'stop',
    hold: 'owner',
    text: 'The agent cannot tell which account is signed in.',
    advice: 'Open the account and check. If it is right, remove its Instagram username in Accounts.',
  },
  same_instagram_account: {
    kind: 'stop',
    hold: 'owner',
    text: 'Another of your accounts is signed in to the same Instagram account.',
    advice: 'Sign in to a different Instagram account with one of them, or remove it.',
  },
  unsupported_language: {
    kind: 'stop',
    hold: 'owner',
    text: 'Instagram is set to a language the agent does not support.',
    advice: 'Set Instagram to English, Spanish or Korean, then choose "I\'ve looked".',
  },
  unexpected_pages: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram's pages did not look as expected for three people in a row.",
    advice: lookAndRelease,
  },
  own_profile_missing: {
    kind: 'stop',
    hold: 'owner',
    text: "Instagram shows no profiles at all, not even the account's own.",
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
    text: 'Two messages in a row left the message box but did not appear in their conversations.',
    advice: 'Open the account and check that it can still send messages.',
  },
  messages_fail: {
    kind: 'stop',
    hold: 'owner',
    text: 'Three messages in a row were not delivered.',
    advice: 'Open the account and check that it can still send messages.',
  },
} as const satisfies Record<string, Reason>;

export const waitReasonTable = {
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
  account_busy: { kind: 'wait', text: 'This account is busy with another person.', advice: '' },
  waiting_for_time: { kind: 'wait', text: 'The pause between two messages has not ended yet.', advice: '' },
  retry_later: { kind: 'wait', text: 'The remaining people will be retried later.', advice: '' },
  daily_ceiling: { kind: 'wait', text: 'This account has reached its limit of messages in 24 hours.', advice: '' },
  being_written_to: { kind: 'wait', text: 'Another campaign is messaging the remaining people.', advice: '' },
  being_checked: { kind: 'wait', text: 'The agent is checking whether the last messages arrived.', advice: '' },
  nothing_left: { kind: 'wait', text: 'Nobody is left to message.', advice: '' },
  no_agent: {
    kind: 'wait',
    text: 'No computer is connected.',
    advice: 'Start Sandpiper Agent on the computer with your Firefox profiles.',
  },
  computer_away: {
    kind: 'wait',
    text: "This account's computer is not connected.",
    advice: 'Start the agent there, or move the account to another computer.',
  },
  wrong_computer: {
    kind: 'wait',
    text: 'This account belongs to another computer.',
    advice: 'Move it in Accounts if its Firefox profile is here.',
  },
  no_computer: {
    kind: 'wait',
    text: "None of your connected computers has this account's Firefox profile.",
    advice: 'Correct the path in Accounts, or start the agent on the computer that has it.',
  },
  profile_in_use: {
    kind: 'wait',
    text: 'You have this Firefox profile open in Firefox.',
    advice: 'Close that Firefox window and the agent continues.',
  },
  profile_not_here: {
    kind: 'wait',
    text: 'The Firefox profile is not on this computer.',
    advice: 'Correct the path in Accounts.',
  },
  firefox_missing: {
    kind: 'wait',
    text: 'The agent cannot use Firefox on this computer.',
    advice: 'Install or update Firefox.',
  },
  firefox_not_started: {
    kind: 'wait',
    text: 'Firefox did not start.',
    advice: 'The agent will try again. If this keeps happening, restart the computer.',
  },
  network: {
    kind: 'wait',
    text: "Instagram can't be reached from this computer.",
    advice: 'Check the internet connection. The agent will try again.',
  },
  notes_not_written: {
    kind: 'wait',
    text: "The agent can't write its notes on this computer, so it sends nothing.",
    advice: 'Free some disk space.',
  },
  sign_in_unreachable: {
    kind: 'wait',
    text: "Instagram's sign-in page did not respond.",
    advice: 'The agent will try again.',
  },
  window_closed: {
    kind: 'wait',
    isAtPerson: true,
    text: 'The browser window was closed before anything was sent.',
    advice: '',
  },
  window_busy: { kind: 'wait', text: "This account's window is being used for something else.", advice: '' },
  took_too_long: {
    kind: 'wait',
    isAtPerson: true,
    text: 'The attempt took too long and was stopped before anything was sent.',
    advice: '',
  },
  agent_stopping: { kind: 'wait', text: 'The agent is stopping.', advice: '' },
  no_longer_wanted: { kind: 'wait', text: 'Sending was stopped in the meantime.', advice: '' },
  lease_lost: { kind: 'wait', text: 'This person was given to another account in the meantime.', advice: '' },
  server_unreachable: { kind: 'wait', text: 'The server did not respond, so nothing was sent.', advice: '' },
} as const satisfies Record<string, Reason>;
