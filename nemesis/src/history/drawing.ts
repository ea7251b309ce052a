import type { StopReason } from '@sandpiper/contract/reasons';
import { createRandom, draw } from '@sandpiper/testkit/random';
import type { Random, Weighted } from '@sandpiper/testkit/random';
import { undisturbed } from '../servers/calls.ts';
import type { Treatment } from '../servers/calls.ts';
import type { StoreKind } from '../database/store.ts';
import type { Fate, HistoryEvent, OwnerAction, Step } from './events.ts';

/* Chooses a history's events at random. The seed determines the choice. */

const fewestEvents = 200;
const mostEvents = 230;

const fateWeights: Weighted<Fate> = [
  [50, 'ok'],
  [6, 'lose_question'],
  [7, 'lose_answer'],
  [6, 'repeat'],
  [5, 'delay'],
  [6, 'kill_before'],
  [7, 'kill_after'],
  [3, 'freeze_before'],
  [3, 'freeze_after'],
  [4, 'cut_before_commit'],
  [4, 'cut_after_commit'],
  [2, 'freeze_server'],
  [4, 'break'],
];

const actionWeights: Weighted<OwnerAction> = [
  [6, 'pause'],
  [10, 'resume'],
  [2, 'stop'],
  [8, 'start'],
  [4, 'delete_campaign'],
  [1, 'delete_list'],
  [2, 'remove_account'],
  [4, 'add_account_again'],
  [3, 'toggle_account'],
  [3, 'move_account'],
  [2, 'move_on_paper'],
  [5, 'set_status'],
  [4, 'remove_recipient'],
  [8, 'forbid'],
  [4, 'allow'],
  [9, 'release'],
  [3, 'pair_again'],
  [5, 'resolve_unknown'],
  [3, 'open_firefox'],
];

const stopReasonWeights: Weighted<StopReason> = [
  [4, 'rate_limited'],
  [3, 'challenge'],
  [2, 'signed_out'],
  [1, 'captcha'],
];

const passWeights: Weighted<readonly [from: number, to: number]> = [
  [50, [1, 20]],
  [60, [20, 75]],
  [25, [61, 200]],
  [6, [600, 1900]],
  [3, [3600, 30_000]],
  [2, [86_400, 100_000]],
];

type Kind = HistoryEvent['kind'];
const kindWeights: Weighted<Kind> = [
  [92, 'turn'],
  [12, 'sync'],
  [16, 'late'],
  [34, 'pass'],
  [6, 'kill'],
  [2, 'restore_journal'],
  [2, 'freeze'],
  [5, 'thaw'],
  [2, 'quit'],
  [3, 'step_clock'],
  [12, 'sweep'],
  [3, 'thaw_servers'],
  [3, 'stop_account'],
  [22, 'owner'],
];

const computers = 2;
const accounts = 4;

function drawTreatment(random: Random): Treatment {
  if (!random.isLucky(0.15)) return undisturbed;
  return { atCommit: random.isLucky(0.5) ? 'cut_before' : 'cut_after', commitsBefore: random.below(3) };
}

function drawStep(random: Random): Step {
  return { steps: random.below(9), fate: draw(random, fateWeights), server: random.below(2), commitsBefore: 0 };
}

function drawPass(random: Random): HistoryEvent {
  const [from, to] = draw(random, passWeights);
  return { kind: 'pass', seconds: random.between(from, to) };
}

function drawOwner(random: Random): HistoryEvent {
  const action = draw(random, actionWeights);
  const treatment = drawTreatment(random);
  const isFrozen = action === 'delete_campaign' && random.isLucky(0.5);
  return {
    kind: 'owner',
    action,
    which: random.below(12),
    server: random.below(2),
    treatment: isFrozen ? { atCommit: 'freeze', commitsBefore: 1 } : treatment,
  };
}

function drawOf(random: Random, kind: Kind): HistoryEvent {
  const computer = random.below(computers);
  const account = random.below(accounts);
  const server = random.below(2);
  switch (kind) {
    case 'turn':
      return { kind, account, isElsewhere: random.isLucky(0.04), isPatient: random.isLucky(0.8), ...drawStep(random) };
    case 'sync':
      return { kind, computer, ...drawStep(random), steps: random.below(2) };
    case 'late':
      return { kind, server };
    case 'pass':
      return drawPass(random);
    case 'restore_journal':
      return { kind, computer, back: random.between(1, 25) };
    case 'step_clock':
      return { kind, computer, seconds: random.between(-7200, 7200) };
    case 'sweep':
      return { kind, server, treatment: drawTreatment(random) };
    case 'thaw_servers':
      return { kind, end: random.isLucky(0.6) ? 'continue' : 'gone' };
    case 'stop_account':
      return { kind, account, reason: draw(random, stopReasonWeights), isSeen: random.isLucky(0.5) };
    case 'owner':
      return drawOwner(random);
    case 'roll_back':
    case 'power_cut':
      return { kind, depth: random.between(1, 14), commits: random.below(5) };
    case 'kill':
    case 'freeze':
    case 'thaw':
    case 'quit':
      return { kind, computer };
  }
}

function putInto(events: HistoryEvent[], random: Random, kind: Kind): void {
  const place = random.between(10, events.length - 1);
  events.splice(place, 1, drawOf(random, kind));
}

/**
 * If an event freezes a server while that server deletes a campaign, usually adds a sweep on the other server, which then finds the
 * unfinished deletion.
 */
function followed(random: Random, event: HistoryEvent): HistoryEvent[] {
  const isFrozen = event.kind === 'owner' && event.treatment.atCommit === 'freeze';
  if (!isFrozen || random.isLucky(0.3)) return [event];
  return [event, { kind: 'sweep', server: 1 - event.server, treatment: undisturbed }];
}

/**
 * Chooses a history's events at random. Half of the histories roll the database back. On the embedded database, half of the histories
 * have power failures. The two choices are independent.
 */
export function drawEvents(seed: string, store: StoreKind): HistoryEvent[] {
  const random = createRandom(`${seed} events`);
  const length = random.between(fewestEvents, mostEvents);
  const events = Array.from({ length }, () => followed(random, drawOf(random, draw(random, kindWeights)))).flat();
  if (random.isLucky(0.5)) {
    for (let times = random.between(1, 3); times > 0; times -= 1) putInto(events, random, 'roll_back');
  }
  if (store === 'embedded' && random.isLucky(0.5)) {
    for (let times = random.between(1, 2); times > 0; times -= 1) putInto(events, random, 'power_cut');
  }
  return events;
}
