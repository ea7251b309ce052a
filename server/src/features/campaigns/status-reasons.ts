import type { CampaignAccount, CampaignStatus, StatusReason, StatusReasonCode } from '@sandpiper/contract/campaigns';
import { isReasonCode, reasonOf, reasonText } from '@sandpiper/contract/reasons';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { AccountRow } from './campaign-accounts.store.ts';

/** The text of each status reason, and what the user can do. */
const statusTexts: Readonly<Record<StatusReasonCode, { text: string; action: string | null }>> = {
  scheduled: { text: 'This campaign starts by itself.', action: null },
  start_missed: {
    text: "This campaign didn't start at its time.",
    action: 'Start it now, or choose another time.',
  },
  paused_by_user: { text: 'You paused this campaign.', action: 'Resume it when you are ready.' },
  stopped_by_user: { text: 'You stopped this campaign before everyone was tried.', action: null },
  subscription_ended: { text: 'Your subscription has expired.', action: 'Renew it, then resume the campaign.' },
  no_usable_account: {
    text: 'Every account in this campaign is switched off, removed, or on hold until you check it.',
    action: 'See Accounts, or choose other accounts, then resume.',
  },
  two_accounts_limited: {
    text: 'Instagram limited two accounts in this campaign within a day.',
    action: 'Let them rest, and consider longer pauses between messages before you resume.',
  },
  nobody_was_sent: { text: 'Nobody could be reached.', action: 'See the log for the reasons.' },
  no_agent: {
    text: 'No computer is connected, so nothing is being sent.',
    action: 'Start Sandpiper Agent on the computer with your Firefox profiles.',
  },
  computer_paused: {
    text: 'The agent is paused, so nothing is being sent.',
    action: 'Run "sandpiper-agent resume" on the computer with your Firefox profiles.',
  },
  accounts_waiting: { text: 'No account can send right now.', action: null },
  being_checked: { text: 'The agent is checking whether the last messages arrived.', action: null },
};

function isStatusReason(code: string | null): code is StatusReasonCode {
  return code !== null && Object.hasOwn(statusTexts, code);
}

export function statusReasonOf(code: string | null): StatusReason | null {
  return isStatusReason(code) ? { code, ...statusTexts[code] } : null;
}

type AccountState = Pick<CampaignAccount, 'state' | 'reason' | 'text' | 'next_due_at'>;

function stateWith(
  state: AccountState['state'],
  reason: ReasonCode | null,
  more: { detail?: string | null; at?: string | null } = {},
) {
  const text = reason === null ? null : reasonText(reason, more.detail ?? null);
  return { state, reason, text, next_due_at: more.at ?? null };
}

/** What keeps an account from sending right now. The order decides which reason the user sees. */
export function accountStateOf(row: AccountRow, status: CampaignStatus): AccountState {
  if (row.is_deleted) return stateWith('done', 'account_removed');
  if (isReasonCode(row.hold_reason)) {
    return stateWith('held', row.hold_reason, { detail: row.hold_detail, at: row.held_until });
  }
  if (status === 'completed' || status === 'failed') return stateWith('done', null);
  if (row.is_sending) return stateWith('sending', null);
  if (status !== 'running') return stateWith('idle', 'campaign_not_running');
  if (!row.is_active) return stateWith('idle', 'account_inactive');
  if (!row.has_work) return stateWith('done', 'nothing_left');
  if (!row.has_computer) return stateWith('waiting', 'no_computer');
  if (!row.is_online) return stateWith('waiting', 'computer_away');
  if (row.is_paused) return stateWith('waiting', 'computer_paused');
  if (isReasonCode(row.wait_reason)) {
    return stateWith('waiting', row.wait_reason, { detail: row.wait_detail, at: row.due_at });
  }
  if (row.check_at !== null) return stateWith('waiting', 'being_checked', { at: row.check_at });
  if (row.ceiling_ends_at !== null) return stateWith('waiting', 'daily_ceiling', { at: row.ceiling_ends_at });
  if (row.is_kept_from) return stateWith('waiting', 'kept_for_account', { at: row.due_at });
  if (!row.has_free) return stateWith('waiting', 'being_written_to', { at: row.due_at });
  const retryIsLater = row.retry_at !== null && row.retry_at > (row.due_at ?? '');
  if (retryIsLater) return stateWith('waiting', 'retry_later', { at: row.retry_at });
  return row.due_at === null ? stateWith('idle', null) : stateWith('waiting', 'waiting_for_time', { at: row.due_at });
}

/** Normal pauses between messages, which are not shown as a reason. */
const ordinaryWaits: ReadonlySet<ReasonCode> = new Set(['waiting_for_time', 'retry_later']);

/** Why a running campaign isn't sending; null: it is. */
export function reasonWhileRunning(rows: readonly AccountRow[], isAgentOnline: boolean): StatusReason | null {
  if (!isAgentOnline) return statusReasonOf('no_agent');
  const standings = rows.map((row) => accountStateOf(row, 'running')).filter(({ reason }) => reason !== 'nothing_left');
  const waitReasons = standings.flatMap(({ reason }) => (reason === null || ordinaryWaits.has(reason) ? [] : [reason]));
  const isSending = standings.some(({ state }) => state === 'sending');
  if (!isSending && waitReasons.includes('being_checked')) return statusReasonOf('being_checked');
  const [first] = waitReasons;
  if (first === undefined || waitReasons.length < standings.length) return null;
  const { text: general } = statusTexts.accounts_waiting;
  if (waitReasons.some((reason) => reason !== first)) {
    return {
      code: 'accounts_waiting',
      text: general,
      action: 'The campaign page shows what each account is waiting for.',
    };
  }
  if (first === 'computer_paused') return statusReasonOf(first);
  const { text, advice } = reasonOf(first);
  return { code: 'accounts_waiting', text: `${general} ${text}`, action: advice === '' ? null : advice };
}
