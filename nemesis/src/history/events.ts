import type { StopReason } from '@sandpiper/contract/reasons';
import type { Treatment } from '../servers/calls.ts';

/* A history's events. They are all chosen before the history starts, so that a failing history can be run again without some of them. */

/** What can happen to an agent, or to its call, at the point where the agent is paused. */
export const fates = [
  'ok',
  'lose_question',
  'lose_answer',
  'repeat',
  'delay',
  'kill_before',
  'kill_after',
  'freeze_before',
  'freeze_after',
  'cut_before_commit',
  'cut_after_commit',
  'freeze_server',
  'break',
] as const;
export type Fate = (typeof fates)[number];

export const ownerActions = [
  'pause',
  'resume',
  'stop',
  'start',
  'delete_campaign',
  'delete_list',
  'remove_account',
  'add_account_again',
  'toggle_account',
  'move_account',
  'move_on_paper',
  'set_status',
  'remove_recipient',
  'forbid',
  'allow',
  'release',
  'pair_again',
  'resolve_unknown',
  'open_firefox',
] as const;
export type OwnerAction = (typeof ownerActions)[number];

export type Step = {
  /** How many pauses the agent passes before `fate` happens. */
  steps: number;
  fate: Fate;
  server: number;
  commitsBefore: number;
};

export type HistoryEvent =
  /**
   * Starts or continues the turn of `account`. With `isElsewhere`, the computer that doesn't have the account takes the turn. With
   * `isPatient`, the agent first waits as long as the server told it to, but at most two minutes. If `account` then has no work and
   * `isElsewhere` is false, another account that has work takes the turn.
   */
  | ({ kind: 'turn'; account: number; isElsewhere: boolean; isPatient: boolean } & Step)
  | ({ kind: 'sync'; computer: number } & Step)
  | { kind: 'late'; server: number }
  | { kind: 'pass'; seconds: number }
  | { kind: 'kill'; computer: number }
  | { kind: 'restore_journal'; computer: number; back: number }
  | { kind: 'freeze' | 'thaw' | 'quit'; computer: number }
  | { kind: 'step_clock'; computer: number; seconds: number }
  | { kind: 'sweep'; server: number; treatment: Treatment }
  | { kind: 'thaw_servers'; end: 'continue' | 'gone' }
  /**
   * The database loses the commits of the last `depth` events, except for the first `commits` commits of the earliest of these
   * events. With `power_cut`, it keeps what was already on disk.
   */
  | { kind: 'roll_back' | 'power_cut'; depth: number; commits: number }
  /** Instagram stops an account. With `isSeen`, an unread check notices this immediately. */
  | { kind: 'stop_account'; account: number; reason: StopReason; isSeen: boolean }
  /** `which` chooses the account, campaign or person that the action is about: it is an index, modulo the length of the list. */
  | { kind: 'owner'; action: OwnerAction; which: number; server: number; treatment: Treatment };

const stepTexts: Record<Fate, string> = {
  ok: 'everything goes well',
  lose_question: 'the call is lost',
  lose_answer: 'the answer is lost',
  repeat: 'the call arrives twice, the second time immediately or later',
  delay: 'the call is delayed',
  kill_before: 'the agent is killed before the next step',
  kill_after: 'the agent is killed after the next step',
  freeze_before: 'the agent is frozen before the next step',
  freeze_after: 'the agent is frozen after the next step',
  cut_before_commit: 'the server dies before its commit',
  cut_after_commit: 'the server dies after its commit',
  freeze_server: 'the server freezes at its commit',
  break: 'the call is lost, the window closes, or the disk is full',
};

function textOfStep({ steps, fate, server }: Step): string {
  return `${steps} steps, then ${stepTexts[fate]} (server ${server})`;
}

function textOfTreatment({ atCommit, commitsBefore }: Treatment): string {
  return atCommit === 'store' ? '' : `, ${atCommit.replace('_', ' ')} at commit ${commitsBefore + 1}`;
}

export function textOf(event: HistoryEvent): string {
  switch (event.kind) {
    case 'turn':
      return `turn of account ${event.account}${event.isElsewhere ? ' on the wrong computer' : ''}: ${textOfStep(event)}`;
    case 'sync':
      return `sync of computer ${event.computer}: ${textOfStep(event)}`;
    case 'late':
      return `a delayed call arrives at server ${event.server}`;
    case 'pass':
      return `${event.seconds} s pass`;
    case 'restore_journal':
      return `the journal of computer ${event.computer} is replaced by its copy from ${event.back} lines ago`;
    case 'step_clock':
      return `the clock of computer ${event.computer} is now off by ${event.seconds} s`;
    case 'sweep':
      return `server ${event.server} sweeps${textOfTreatment(event.treatment)}`;
    case 'thaw_servers':
      return event.end === 'continue' ? 'frozen servers continue' : 'frozen servers stop';
    case 'roll_back':
      return `the database loses the commits of the last ${event.depth} events, except for the first ${event.commits}`;
    case 'power_cut':
      return `a power failure: the database loses the commits of the last ${event.depth} events, except for the first ${event.commits} and what was already on disk`;
    case 'stop_account':
      return `Instagram stops account ${event.account}: ${event.reason}${event.isSeen ? ', and an unread check notices this' : ''}`;
    case 'owner':
      return `owner: ${event.action.replaceAll('_', ' ')} (choice ${event.which}, server ${event.server}${textOfTreatment(event.treatment)})`;
    case 'kill':
    case 'freeze':
    case 'thaw':
    case 'quit':
      return `${event.kind} the agent on computer ${event.computer}`;
  }
}
