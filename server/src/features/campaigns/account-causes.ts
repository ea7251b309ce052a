import type { CampaignAccount } from '@sandpiper/contract/campaigns';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import { isStopReason, isWaitReason, reasonOf, reasonText } from '@sandpiper/contract/reasons';
import type { StopReason, WaitReason } from '@sandpiper/contract/reasons';
import type { Config } from '../../platform/config.ts';
import { limitsOf } from '../guard/sending-facts.service.ts';
import { isRuleReason, nextTimeToSend, refusalOf, refusalOfPeople } from '../guard/sending-rules.service.ts';
import type { AccountFacts, Wait } from '../guard/sending-rules.service.ts';
import type { AccountRow } from './account-states.store.ts';

type Cause = {
  state: CampaignAccount['state'];
  /**
   * Why the account isn't sending. Null if it is sending or can send. Once the campaign has ended, also null unless the account is on hold
   * or was removed.
   */
  reason: WaitReason | StopReason | null;
  detail: string | null;
  /** When the account resumes automatically, if known. */
  at: string | null;
};

/** What one of a campaign's accounts is doing, or why it isn't sending. */
export type AccountCause = Cause & { profileId: number };

function cause(
  state: Cause['state'],
  reason: Cause['reason'],
  more: { detail?: string | null; at?: string | null } = {},
): Cause {
  return { state, reason, detail: more.detail ?? null, at: more.at ?? null };
}

/** Returns the facts that the sending rules would get if the account's computer claimed a message now. */
export function factsOf(config: Config, row: AccountRow, status: CampaignStatus): AccountFacts {
  return {
    sender: row,
    installationId: row.installation_id,
    isCampaignRunning: status === 'running' && row.is_reserved,
    busyUntil: row.busy_until,
    ceilingEndsAt: row.ceiling_ends_at,
    ...limitsOf(config, row, { hours: row.campaign_hours }),
  };
}

const states: Partial<Record<WaitReason, Cause['state']>> = {
  account_removed: 'done',
  campaign_not_running: 'idle',
  account_inactive: 'idle',
  nothing_left: 'done',
};

function causeOf({ reason, not_before: at }: Wait): Cause {
  return cause(states[reason] ?? 'waiting', reason, { at });
}

type Asked = { row: AccountRow; facts: AccountFacts; status: CampaignStatus };
type Look = (asked: Asked) => Cause | Wait | undefined;

const account: Look = ({ row, facts }) => {
  const refusal = refusalOf('account', facts);
  if (refusal?.reason !== 'account_held' || !isStopReason(row.hold_reason)) return refusal;
  return cause('held', row.hold_reason, { detail: row.hold_detail, at: row.held_until });
};
const campaignHasEnded: Look = ({ status }) =>
  status === 'completed' || status === 'failed' ? cause('done', null) : undefined;
const isAddedAgain: Look = ({ row, status }) =>
  status === 'running' && !row.is_reserved ? cause('idle', 'account_added_again') : undefined;
const isSending: Look = ({ row }) => (row.is_sending && row.is_online ? cause('sending', null) : undefined);
const nothingLeft: Look = ({ row }) => (row.has_work ? undefined : cause('done', 'nothing_left'));

const agentIsOutdated: Look = ({ row }) => (row.is_outdated ? cause('waiting', 'agent_outdated') : undefined);
const noAgent: Look = ({ row }) => (row.is_any_online ? undefined : cause('waiting', 'no_agent'));
const computerIsAway: Look = ({ row }) => {
  if (!row.is_online) return cause('waiting', 'computer_away');
  return row.is_paused ? cause('waiting', 'computer_paused') : undefined;
};

/**
 * Returns a check that finds the wait reason that the agent reported when it last released a delivery without sending the message. If
 * `needsUser` is true, the check finds only reasons that need the user, otherwise only the other reasons. Ignores reasons for which the
 * server itself refuses the go-ahead. They may no longer apply, and the other checks find them if they do. Also ignores a reason once the
 * account's pause is over, for as long as the limits keep the account from trying again.
 */
const agentReported =
  (needsUser: boolean): Look =>
  ({ row, facts }) => {
    if (!isWaitReason(row.wait_reason) || isRuleReason(row.wait_reason)) return undefined;
    if (!row.has_to_wait && row.has_pending && refusalOf('limits', facts) !== undefined) return undefined;
    if ((reasonOf(row.wait_reason).advice !== '') !== needsUser) return undefined;
    return cause('waiting', row.wait_reason, {
      detail: row.wait_detail,
      at: row.has_to_wait ? nextTimeToSend(facts) : null,
    });
  };

const isChecking: Look = ({ row }) => {
  if (row.has_pending) return undefined;
  if (row.check_at !== null) {
    return cause('waiting', 'being_checked', { at: row.check_at > row.at ? row.check_at : null });
  }
  return row.has_check_elsewhere ? cause('waiting', 'checked_elsewhere') : undefined;
};

/**
 * Returns why nobody is ready to be messaged, or that the account is still pausing between messages. If both apply, returns why nobody
 * is ready. However, if people are only waiting for a retry that becomes due before the pause ends, returns the pause instead.
 */
const turn: Look = ({ row, facts }) => {
  const rest = {
    hasFree: row.has_free,
    isKeptFrom: row.is_kept_from,
    retryAt: row.retry_at,
    hasPending: row.has_pending,
    hasCommitted: row.has_committed,
    checkAt: row.check_at,
  };
  const people = refusalOfPeople(rest, facts);
  const pace = refusalOf('pace', facts);
  if (people === undefined || pace === undefined) return people ?? pace;
  const endsLater = people.reason === 'retry_later' && (pace.not_before ?? '') >= (people.not_before ?? '');
  return endsLater ? pace : { ...people, not_before: people.not_before ?? pace.not_before };
};

/**
 * The checks for everything that can keep an account from sending, in order of precedence. Most problems that need the user come before
 * waits that end automatically. The checks include the rules for claims and also look at facts that claims ignore, such as whether
 * the computer is online.
 */
const looks: readonly Look[] = [
  account,
  campaignHasEnded,
  isAddedAgain,
  isSending,
  ({ facts }) => refusalOf('standing', facts),
  nothingLeft,
  agentIsOutdated,
  noAgent,
  ({ facts }) => refusalOf('computer', facts),
  computerIsAway,
  agentReported(true),
  isChecking,
  ({ facts }) => refusalOf('limits', facts),
  // A reason without advice only says what interrupted the last attempt, such as a restart of the agent.
  agentReported(false),
  ({ facts }) => refusalOf('busy', facts),
  turn,
];

/** Returns what an account is doing in a campaign with this status, or what keeps it from sending. */
export function accountCauseOf(config: Config, row: AccountRow, status: CampaignStatus): AccountCause {
  const { profile_id: profileId } = row;
  const asked = { row, facts: factsOf(config, row, status), status };
  for (const look of looks) {
    const found = look(asked);
    if (found !== undefined) return { profileId, ...('state' in found ? found : causeOf(found)) };
  }
  return { profileId, ...cause('idle', null) };
}

/** Converts a cause to the format that the campaign page shows. */
export function accountStateOf({ state, reason, detail, at }: AccountCause) {
  return { state, reason, text: reason === null ? null : reasonText(reason, detail, at), next_due_at: at };
}
