import type { CampaignStatus, StatusReason, StatusReasonCode } from '@sandpiper/contract/campaign-status';
import { adviceOf, detailText, isStopReason, reasonOf } from '@sandpiper/contract/reasons';
import { usualWaits } from '@sandpiper/contract/usual-reasons';
import { counted } from '../../platform/counted.ts';
import type { AccountCause } from './account-causes.ts';

type Code = StatusReason['code'];

/** The text for each status reason, and what the user can do. */
const statusTexts: Readonly<Record<StatusReasonCode, { text: string; action: string | null }>> = {
  scheduled: { text: 'This campaign will start automatically.', action: null },
  start_missed: {
    text: "This campaign won't start automatically anymore.",
    action: 'Start it now, or choose another time.',
  },
  paused_by_user: { text: 'You paused this campaign.', action: "Start it again when you're ready." },
  stopped_by_user: { text: 'You stopped this campaign before it reached everyone.', action: null },
  subscription_ended: { text: 'Your subscription has expired.', action: 'Renew it, then start the campaign again.' },
  user_deactivated: {
    text: 'This campaign was paused because an administrator deactivated your user account.',
    action: "Start it again when you're ready.",
  },
  paused_after_restore: {
    text: 'The server was restored from a backup, so this campaign was paused.',
    action:
      'The server may not know about the last messages you sent. Start the agents first, then start the campaign again.',
  },
  no_usable_account: {
    text: 'This campaign was paused because every account in it was switched off, deleted, or on hold until you check it.',
    action: 'See Accounts for what to do, or choose other accounts. Then start the campaign again.',
  },
  two_accounts_limited: {
    text: 'Instagram limited two accounts in this campaign within a day.',
    action: 'Let these accounts rest. Before you start the campaign again, consider longer pauses between messages.',
  },
  nobody_was_sent: { text: 'No one could be reached.', action: 'See the log for the reasons.' },
  no_agent: {
    text: 'No computer is connected, so nothing is being sent.',
    action: 'Start Sandpiper Agent on the computer with your Firefox profiles.',
  },
  computer_paused: {
    text: 'The agent is paused, so nothing is being sent.',
    action: 'Run "sandpiper-agent resume" on the computer with your Firefox profiles.',
  },
  accounts_waiting: {
    text: 'No account can send right now.',
    action: 'The campaign page shows what each account is waiting for.',
  },
  being_checked: { text: 'The agent is checking whether the last messages arrived.', action: null },
  not_started: { text: "This campaign hasn't been started.", action: 'Review the campaign, then start it.' },
  ready: { text: 'The next message can be sent now.', action: null },
  sending: { text: 'A message is being sent.', action: null },
  unknown_outcomes: {
    text: 'Some messages need your answer.',
    action: 'Open each conversation, then choose whether the message was sent.',
  },
};

/** Replaces the text of `subscription_ended` once the campaign is paused, because the subscription may have been renewed since then. */
const pausedWithoutSubscription = {
  text: 'This campaign was paused because your subscription expired.',
  action: 'Once your subscription is renewed, start the campaign again.',
};

/** The web app's page where the user can act on each reason. `campaign` and `account` stand for the campaign's or account's own page. */
const places: Partial<Record<Code, string>> = {
  paused_by_user: 'campaign',
  user_deactivated: 'campaign',
  paused_after_restore: 'campaign',
  no_usable_account: '/profiles',
  two_accounts_limited: '/profiles',
  nobody_was_sent: 'campaign',
  accounts_waiting: 'campaign',
  not_started: 'campaign',
  scheduled: 'campaign',
  start_missed: 'campaign',
  unknown_outcomes: 'campaign',
  subscription_ended: '/support?new=renewal',
  no_agent: '/settings',
  agent_outdated: '/settings',
  computer_away: '/settings',
  // Only the list of accounts has the switch and the menu that these reasons mention.
  account_inactive: '/profiles',
  wrong_computer: '/profiles',
  checked_elsewhere: '/profiles',
  page_drift: '/profiles',
  no_computer: 'account',
  profile_not_here: 'account',
  over_budget: 'account',
  outside_hours: 'account',
  no_common_hours: 'account',
};

type About = { campaignId?: number | undefined; profileId?: number };

/**
 * Returns the path to the page where the user can act, or null if there is none. Without a `profileId`, a reason that concerns accounts
 * leads to the list of accounts.
 */
function pathOf(code: Code, { campaignId, profileId }: About): string | null {
  const place = isStopReason(code) ? 'account' : (places[code] ?? null);
  if (place === 'account') return profileId === undefined ? '/profiles' : `/profiles/${profileId}`;
  if (place === 'campaign') return campaignId === undefined ? null : `/campaigns/${campaignId}`;
  return place;
}

function isStatusReason(code: string | null): code is StatusReasonCode {
  return code !== null && Object.hasOwn(statusTexts, code);
}

type Said = { campaignId?: number | undefined; code: Code; text?: string | null; until?: string | null };

function reasonWith({ campaignId, code, text, until = null }: Said): StatusReason {
  const { text: usual, action } = isStatusReason(code)
    ? statusTexts[code]
    : { text: reasonOf(code).text, action: reasonOf(code).advice };
  return {
    code,
    text: text ?? usual,
    action: action === '' ? null : action,
    path: pathOf(code, { campaignId }),
    until,
  };
}

/** Returns what one account is doing or waiting for. */
export function accountReasonOf({ profileId, state, reason, detail, at }: AccountCause): StatusReason {
  if (reason === null) {
    const code = state === 'sending' ? 'sending' : state === 'done' ? 'nothing_left' : 'ready';
    return reasonWith({ code });
  }
  // Some reasons also have a text in `statusTexts`. That text describes the whole campaign, so this function uses the text that describes a
  // single account.
  const { text } = reasonOf(reason);
  const advice = adviceOf(reason, at);
  const said = [text, detailText(detail)].filter((part) => part !== '').join(' ');
  return {
    code: reason,
    text: said,
    action: advice === '' ? null : advice,
    path: pathOf(reason, { profileId }),
    until: at,
  };
}

/** Checks whether an account can send, or only has to wait for something normal: a pause, a retry or its current delivery. */
export function willSend({ reason }: AccountCause): boolean {
  return reason === null || usualWaits.has(reason);
}

function earliest(causes: readonly AccountCause[]): string | null {
  return causes.flatMap(({ at }) => at ?? []).toSorted()[0] ?? null;
}

/** The reasons that end an account's part in the campaign. */
const outOfCampaign: ReadonlySet<Code> = new Set(['nothing_left', 'account_removed', 'account_added_again']);

/** Combines what a running campaign's accounts are doing or waiting for into one status reason. */
function reasonWhileRunning(campaignId: number, all: readonly AccountCause[]): StatusReason {
  const causes = all.filter(({ reason }) => reason === null || !outOfCampaign.has(reason));
  if (causes.some(({ state }) => state === 'sending')) return reasonWith({ campaignId, code: 'sending' });
  const checked = causes.filter(({ reason }) => reason === 'being_checked');
  if (checked.length > 0) return reasonWith({ campaignId, code: 'being_checked', until: earliest(checked) });
  if (causes.some(({ reason }) => reason === null)) return reasonWith({ campaignId, code: 'ready' });
  const waiting = causes.filter(willSend).toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
  const [next] = waiting;
  if (next !== undefined && next.reason !== null) {
    return causes.length === 1 ? accountReasonOf(next) : reasonWith({ campaignId, code: next.reason, until: next.at });
  }
  return reasonWhileBlocked(campaignId, causes.length === 0 ? all : causes);
}

/** Explains what the waiting accounts are waiting for. If no account is waiting, explains why the accounts can't be used. */
function reasonWhileBlocked(campaignId: number, causes: readonly AccountCause[]): StatusReason {
  const useful = causes.filter(({ state }) => state === 'waiting');
  const those = useful.length === 0 ? causes : useful;
  const until = earliest(those);
  // Accounts can be on hold for the same reason with and without an end. The advice must match `until`.
  const first = those.find(({ at }) => at === until);
  if (first === undefined || first.reason === null) return reasonWith({ campaignId, code: 'nothing_left' });
  const isShared = (some: readonly AccountCause[]) => some.every(({ reason }) => reason === first.reason);
  if (isShared(those) && isStatusReason(first.reason)) return reasonWith({ campaignId, code: first.reason, until });
  const ofOne = accountReasonOf(first);
  const switchedOn = causes.filter(({ reason }) => reason !== 'account_inactive');
  if (causes.length === 1 || (switchedOn.length === 1 && switchedOn[0] === first)) return { ...ofOne, until };
  if (!isShared(causes)) return reasonWith({ campaignId, code: 'accounts_waiting', until });
  const text = `${statusTexts.accounts_waiting.text} The reason is the same for all accounts: "${ofOne.text}"`;
  return { ...ofOne, text, path: pathOf(first.reason, { campaignId }), until };
}

/** Returns why a campaign is paused. `stored` is the reason code that was stored with the pause. */
export function pauseReasonOf(campaignId: number, stored: string | null): StatusReason {
  const code = isStatusReason(stored) ? stored : 'paused_by_user';
  return { ...reasonWith({ campaignId, code }), ...(code === 'subscription_ended' ? pausedWithoutSubscription : {}) };
}

export type ReasonedCampaign = {
  id: number;
  status: CampaignStatus;
  status_reason: string | null;
  start_at: string | null;
  is_start_missed: boolean;
  /** Why the server couldn't start the campaign at the scheduled time, or null. */
  start_problem: string | null;
  total_list: number;
  total_sent: number;
  total_failed: number;
  /** The number of messages whose outcome is unknown. */
  total_unknown: number;
};

/**
 * Returns why an ended campaign ended, or that the user still has to say whether messages with an unknown outcome were sent. If the user
 * stopped the campaign when nobody was left, the reason is that nobody is left.
 */
function endReasonOf(campaign: ReasonedCampaign): StatusReason {
  const { id: campaignId, status_reason: stored, total_list, total_sent, total_failed, total_unknown } = campaign;
  const isStopped = stored === 'stopped_by_user';
  // This reason comes before unknown outcomes, because screens show such a campaign as "Stopped early".
  if (isStopped && total_sent + total_failed < total_list) return reasonWith({ campaignId, code: stored });
  if (total_unknown > 0)
    return reasonWith({
      campaignId,
      code: 'unknown_outcomes',
      text: `${counted(total_unknown, 'message needs', 'messages need')} your answer.`,
    });
  return reasonWith({ campaignId, code: !isStopped && isStatusReason(stored) ? stored : 'nothing_left' });
}

/** Returns why a campaign isn't sending, or what it is doing. */
export function reasonOfCampaign(campaign: ReasonedCampaign, causes: readonly AccountCause[]): StatusReason {
  const { id: campaignId, status, status_reason: stored } = campaign;
  const { start_at: startAt, is_start_missed: isMissed, start_problem: problem } = campaign;
  switch (status) {
    case 'pending':
      if (isMissed) return reasonWith({ campaignId, code: 'start_missed', text: missedText(problem) });
      if (problem !== null) return lateStart(campaignId, problem);
      return startAt === null
        ? reasonWith({ campaignId, code: isStatusReason(stored) ? stored : 'not_started' })
        : reasonWith({ campaignId, code: 'scheduled', until: startAt });
    case 'running':
      return reasonWhileRunning(campaignId, causes);
    case 'paused':
      return pauseReasonOf(campaignId, stored);
    case 'completed':
    case 'failed':
      return endReasonOf(campaign);
  }
}

function missedText(problem: string | null): string {
  return [statusTexts.start_missed.text, problem ?? ''].join(' ').trim();
}

/** The problem that is stored if a scheduled start fails with an unexpected error. */
export const serverProblem = 'Something went wrong on the server.';

/** Explains why a scheduled start is late. The server retries the start every minute. */
function lateStart(campaignId: number, problem: string): StatusReason {
  const said = reasonWith({ campaignId, code: 'scheduled', text: `This campaign is due to start. ${problem}` });
  const action =
    problem === serverProblem
      ? "The server keeps retrying for two hours after the scheduled time. If the campaign still doesn't start, tell your administrator."
      : 'Fix this within two hours of the scheduled time, or choose another time.';
  return { ...said, action };
}
