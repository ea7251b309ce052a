import type { Reason } from './reason.types.ts';

/* Reasons why an account sends nothing for now, without being on hold. */

export const waitReasonTable = {
  campaign_not_running: { kind: 'wait', text: "The campaign isn't running.", advice: '' },
  server_restored: {
    kind: 'wait',
    text: 'The server was restored from a backup and is waiting for an administrator.',
    advice: 'Nothing is sent until an administrator has confirmed the restore.',
  },
  subscription_ended: {
    kind: 'wait',
    text: 'The subscription has expired.',
    advice: 'Renew it, then start the campaign again.',
  },
  account_inactive: { kind: 'wait', text: 'This account is switched off.', advice: 'Switch it on in Accounts.' },
  account_removed: { kind: 'wait', text: 'This account was deleted.', advice: '' },
  account_added_again: {
    kind: 'wait',
    text: "This account was deleted and added again while the campaign was running, so the campaign doesn't use it.",
    advice: 'To use the account, pause the campaign and start it again.',
  },
  account_held: {
    kind: 'wait',
    text: 'This account is on hold.',
    advice: 'See Accounts for what happened and what to do.',
  },
  account_busy: { kind: 'wait', text: 'This account is messaging someone else right now.', advice: '' },
  waiting_for_time: { kind: 'wait', text: "The pause between two messages hasn't ended yet.", advice: '' },
  retry_later: { kind: 'wait', text: 'The remaining people will be retried later.', advice: '' },
  over_budget: {
    kind: 'wait',
    text: 'This account has sent all its messages for today.',
    advice: 'The account will continue on its next sending day. Its page shows the limit.',
  },
  outside_hours: {
    kind: 'wait',
    text: "It's outside the sending hours.",
    advice: "You can change the account's hours on its page, and the campaign's hours until it starts.",
  },
  no_common_hours: {
    kind: 'wait',
    text: "The account's sending hours never overlap with the campaign's, so the account sends nothing.",
    advice: "Change the account's hours on its page.",
  },
  too_soon: {
    kind: 'wait',
    text: 'The agent never sends two messages from one account within 20 seconds.',
    advice: 'The account will continue automatically. If this keeps happening, contact Support.',
  },
  too_many_today: {
    kind: 'wait',
    text: 'The agent never sends more than 200 messages from one account in 24 hours.',
    advice: 'The account will continue automatically.',
  },
  daily_ceiling: { kind: 'wait', text: 'This account has reached its 24-hour limit.', advice: '' },
  being_written_to: { kind: 'wait', text: 'Another campaign is messaging the remaining people.', advice: '' },
  kept_for_account: {
    kind: 'wait',
    text: 'Another account in this campaign has contacted the remaining people before, so only that account will message them.',
    advice: 'To let this account message them, switch the other account off.',
  },
  being_checked: { kind: 'wait', text: 'The agent is checking whether the last messages arrived.', advice: '' },
  checked_elsewhere: {
    kind: 'wait',
    text: 'The last messages were sent from the computer that this account used to belong to. Only that computer can check whether they arrived.',
    advice:
      "Move the account back to that computer until the check is done. If you can't, wait 24 hours or stop the campaign. Then check the conversations yourself.",
  },
  nothing_left: { kind: 'wait', text: 'No one is left to message.', advice: '' },
  no_agent: {
    kind: 'wait',
    text: 'No computer is connected.',
    advice: 'Start Sandpiper Agent on the computer with your Firefox profiles.',
  },
  agent_outdated: {
    kind: 'wait',
    text: "The version of the agent on this account's computer doesn't match the server.",
    advice: 'Sign in to Sandpiper on that computer, and install the agent from Settings.',
  },
  computer_away: {
    kind: 'wait',
    text: 'Another computer is connected, but not the one this account belongs to.',
    advice: "Start the agent on this account's computer, or move the account to another computer.",
  },
  computer_paused: {
    kind: 'wait',
    text: "The agent on this account's computer is paused.",
    advice: 'Run "sandpiper-agent resume" on that computer.',
  },
  wrong_computer: {
    kind: 'wait',
    text: 'This account belongs to another computer.',
    advice: 'If its Firefox profile has moved to a different computer, move the account there in Accounts.',
  },
  no_computer: {
    kind: 'wait',
    text: "None of your connected computers has this account's Firefox profile.",
    advice: 'Correct the path in Accounts, or start the agent on the computer that has this profile.',
  },
  profile_in_use: {
    kind: 'wait',
    text: 'You have this Firefox profile open in Firefox.',
    advice: 'Close that Firefox window, and the agent will continue.',
  },
  profile_not_here: {
    kind: 'wait',
    text: "The Firefox profile isn't on this account's computer.",
    advice: 'Correct the path in Accounts.',
  },
  firefox_missing: {
    kind: 'wait',
    text: "The agent can't use Firefox on this account's computer.",
    advice: 'Install or update Firefox.',
  },
  firefox_not_started: {
    kind: 'wait',
    text: "Firefox didn't start.",
    advice: 'The agent will try again. If this keeps happening, restart the computer.',
  },
  network: {
    kind: 'wait',
    text: "Instagram can't be reached from this account's computer.",
    advice: 'Check the internet connection. The agent will try again.',
  },
  window_stuck: {
    kind: 'wait',
    text: "Instagram took too long to open in the account's Firefox window, which was opened for you.",
    advice: 'Check the internet connection. If it works, close that window, and the agent will open a new one.',
  },
  notes_not_written: {
    kind: 'wait',
    text: "The agent can't save its record of sent messages on this account's computer, so it sends nothing.",
    advice: 'Free up some disk space.',
  },
  sign_in_unreachable: {
    kind: 'wait',
    text: "Instagram's sign-in page didn't respond.",
    advice: 'The agent will try again.',
  },
  page_drift: {
    kind: 'wait',
    text: "Instagram's pages aren't what the agent expects, so it sends nothing.",
    advice:
      'The agent checks again every half hour. If this continues, choose "Show Diagnostic Report" in the account\'s menu in Accounts.',
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
  text_changed: {
    kind: 'wait',
    text: "This person's values were changed while the agent was typing. The next attempt will use the new text.",
    advice: '',
  },
  no_longer_wanted: { kind: 'wait', text: 'Sending was stopped before this message was sent.', advice: '' },
  lease_lost: { kind: 'wait', text: 'The server ended this attempt before anything was sent.', advice: '' },
  server_unreachable: { kind: 'wait', text: "The server didn't respond, so nothing was sent.", advice: '' },
} as const satisfies Record<string, Reason>;
