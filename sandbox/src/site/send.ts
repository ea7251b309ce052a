import { sendFaults } from '../faults/fault.catalogue.ts';
import { textsOf } from '../texts/languages.ts';
import { endAllSessions } from '../world/session.ts';
import { appendMessage } from '../world/thread.ts';
import type { World } from '../world/world.ts';
import type { Thread } from '../world/world.types.ts';
import { chatState } from './chat.view.ts';
import { sendOutcomeOf } from './send-outcome.ts';
import type { Bubble, SendOutcome } from './send-outcome.ts';
import type { SendResult } from './page-data.ts';
import { gatePath } from './page-faults.ts';
import { languageOf } from './page.reply.ts';

interface Outgoing {
  thread: Thread;
  key: string;
  text: string;
}

const refusalMs = 4000;

/** Takes a message from the composer and decides what happens to it. Delivered messages are in `world.deliveries`. */
export function sendMessage(world: World, outgoing: Outgoing): SendResult | 'connection lost' {
  const { thread } = outgoing;
  if (chatState(world, thread).block !== null) return answer(world, thread);
  const { outcome, refusedAfterMs } = drawFate(world, thread);
  thread.account.sends += 1;
  if (outcome.bubble) store(outgoing, outcome.bubble);
  if (outcome.aftermath === 'late refusal') refuse(world, thread, refusedAfterMs);
  if (outcome.arrives) arrive(world, outgoing);
  if (outcome.aftermath === 'connection lost') return 'connection lost';
  return {
    ...answer(world, thread),
    dialog: outcome.dialog,
    dialogAfterMs: outcome.dialogAfterMs,
    goTo: follow(world, thread, outcome),
  };
}

function drawFate(world: World, { account, person }: Thread): { outcome: SendOutcome; refusedAfterMs: number } {
  for (const name of sendFaults) {
    const hit = world.hit(name, account, person);
    const delay = (realMs: number): number => world.delay(hit, realMs);
    if (hit) return { outcome: sendOutcomeOf(name, delay), refusedAfterMs: delay(refusalMs) };
  }
  return { outcome: sendOutcomeOf(null, (realMs) => realMs), refusedAfterMs: 0 };
}

function store({ thread, key, text }: Outgoing, bubble: Bubble): void {
  const { failsAfterMs = null, shownAfterMs = 0, settlesAfterMs = 0 } = bubble;
  const later = (ms: number | null): number | null => (ms === null ? null : Date.now() + ms);
  appendMessage(thread, {
    kind: 'mine',
    key,
    text,
    failedAt: later(failsAfterMs),
    shownAt: later(shownAfterMs),
    settledAt: later(settlesAfterMs),
  });
}

/** The person's own settings may still refuse a message that was accepted. */
function arrive(world: World, { thread, text }: Outgoing): void {
  const { account, person } = thread;
  if (world.isOn('limited', account, person)) return refuse(world, thread, 0);
  if (world.isOn('limited_strangely', account, person)) return refuse(world, thread, 0);
  if (world.isOn('no_requests', account, person)) return refuse(world, thread, world.delay(undefined, refusalMs));
  world.deliveries.push({ from: account.username, to: person.username, text, at: new Date().toISOString() });
}

function refuse(world: World, thread: Thread, delayMs: number): void {
  const texts = textsOf(languageOf(world, thread.account));
  const isOn = (name: 'limited' | 'limited_strangely'): boolean => world.isOn(name, thread.account, thread.person);
  const strange = 'Whoever keeps this mailbox would rather hear from friends.';
  appendMessage(thread, {
    kind: 'notice',
    text: isOn('limited') ? texts.limited : isOn('limited_strangely') ? strange : texts.noRequests,
    shownAt: Date.now() + delayMs,
  });
}

/** Where the page redirects, if anywhere. */
function follow(world: World, { account }: Thread, { aftermath }: SendOutcome): string | null {
  if (aftermath === 'page dies') return '/static/gone';
  if (aftermath === 'sign-out') {
    endAllSessions(world, account);
    return '/accounts/login/';
  }
  if (aftermath !== 'challenge') return null;
  account.gate = 'challenge';
  return gatePath('challenge');
}

function answer(world: World, thread: Thread): SendResult {
  return { ...chatState(world, thread), dialog: null, dialogAfterMs: 0, goTo: null };
}
