import { rateLimitFaults, sendFaults } from '../faults/fault.catalogue.ts';
import type { RateLimitName, SendFaultName } from '../faults/fault.catalogue.ts';
import type { FaultHit } from '../faults/fault-board.ts';
import { textsOf } from '../texts/languages.ts';
import { endAllSessions } from '../world/session.ts';
import { appendMessage } from '../world/thread.ts';
import type { Thread } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { chatState } from './chat.view.ts';
import { gatePath } from './page-faults.ts';
import type { SendResult } from './page-data.ts';
import { languageOf } from './page.reply.ts';

interface Outgoing {
  thread: Thread;
  key: string;
  text: string;
}

/** Takes one message from the composer and decides what becomes of it. Delivered means: in `world.deliveries`. */
export function sendMessage(world: World, outgoing: Outgoing): SendResult {
  const { thread } = outgoing;
  const { account, person } = thread;
  if (chatState(world, thread).block !== null) return answer(world, thread);
  const { name, hit } = outcomeOf(world, thread);
  account.sends += 1;
  if (isRateLimit(name)) {
    store(outgoing, { isFailed: true });
    return answer(world, thread, { dialog: name });
  }
  switch (name) {
    case 'challenge_on_send':
      account.gate = 'challenge';
      return answer(world, thread, { goTo: gatePath('challenge') });
    case 'signed_out_on_send':
      endAllSessions(world, account);
      return answer(world, thread, { goTo: '/accounts/login/' });
    case 'failed_bubble':
      store(outgoing, { isFailed: true });
      return answer(world, thread);
    case 'stuck_sending':
      store(outgoing, { settledAt: null });
      return answer(world, thread);
    case 'swallowed':
      return answer(world, thread);
    case 'late_refusal':
      store(outgoing);
      refuse(world, thread, world.delay(hit, 4000));
      return answer(world, thread);
    case 'dies_after_send':
      store(outgoing);
      deliver(world, outgoing);
      return answer(world, thread, { goTo: '/static/gone' });
    case 'hidden_bubble':
      store(outgoing, { shownAt: null });
      deliver(world, outgoing);
      return answer(world, thread);
    case 'late_bubble':
      store(outgoing, { shownAt: Date.now() + world.delay(hit, 3000) });
      deliver(world, outgoing);
      return answer(world, thread);
    case 'slow_sending':
      store(outgoing, { settledAt: Date.now() + world.delay(hit, 4000) });
      deliver(world, outgoing);
      return answer(world, thread);
    case null:
  }
  store(outgoing);
  if (world.isOn('limited', account, person)) refuse(world, thread, 0);
  else if (world.isOn('no_requests', account, person)) refuse(world, thread, world.delay(undefined, 4000));
  else deliver(world, outgoing);
  return answer(world, thread);
}

function outcomeOf(
  world: World,
  { account, person }: Thread,
): { name: SendFaultName | null; hit: FaultHit | undefined } {
  for (const name of sendFaults) {
    const hit = world.hit(name, account, person);
    if (hit) return { name, hit };
  }
  return { name: null, hit: undefined };
}

function isRateLimit(name: SendFaultName | null): name is RateLimitName {
  return rateLimitFaults.some((limit) => limit === name);
}

function store(
  { thread, key, text }: Outgoing,
  special: { isFailed?: boolean; settledAt?: number | null; shownAt?: number | null } = {},
): void {
  appendMessage(thread, { kind: 'mine', key, text, ...special });
}

function deliver(world: World, { thread, text }: Outgoing): void {
  world.deliveries.push({
    from: thread.account.username,
    to: thread.person.username,
    text,
    at: new Date().toISOString(),
  });
}

function refuse(world: World, thread: Thread, delayMs: number): void {
  const texts = textsOf(languageOf(world, thread.account));
  const isLimited = world.isOn('limited', thread.account, thread.person);
  appendMessage(thread, {
    kind: 'notice',
    text: isLimited ? texts.limited : texts.noRequests,
    shownAt: Date.now() + delayMs,
  });
}

function answer(world: World, thread: Thread, special: Partial<Pick<SendResult, 'dialog' | 'goTo'>> = {}): SendResult {
  return { ...chatState(world, thread), dialog: null, goTo: null, ...special };
}
