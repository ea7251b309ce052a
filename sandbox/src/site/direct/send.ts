import { sendFaults } from '../../faults/fault.catalog.ts';
import type { Texts } from '../../texts/en.ts';
import { endAllSessions } from '../../world/session.ts';
import { appendMessage, newMessageId } from '../../world/thread.ts';
import type { World } from '../../world/world.ts';
import type { Message, Thread } from '../../world/world.types.ts';
import { checkpoints } from '../checkpoints/checkpoint.catalog.ts';
import type { DialogName, SendResult } from '../page-data.ts';
import { languageOf } from '../page-language.ts';
import { chatState } from './chat.view.ts';
import { sendOutcomeOf } from './send-outcome.ts';
import type { AnswerKind, Bubble, SendOutcome } from './send-outcome.ts';

interface Outgoing {
  thread: Thread;
  key: string;
  text: string;
}

/**
 * What the server decided about a message. This decision determines the response to the request. `pending`: the conversation has no
 * composer, for example because the person hasn't accepted the invitation yet.
 */
export interface Verdict {
  kind: AnswerKind | 'pending';
  /** The reason in the site's own words. Empty if there is none. */
  words: string;
  afterMs: number;
  messageId: string;
}

/** What happens to a message. `page` is what the page shows, regardless of the response to the request. */
export interface Sending {
  page: SendResult | 'connection lost';
  verdict: Verdict;
}

const refusalMs = 4000;

/** Handles a message from the composer and decides what happens to it. Delivered messages are added to `world.deliveries`. */
export function sendMessage(world: World, outgoing: Outgoing): Sending {
  const { thread } = outgoing;
  if (chatState(world, thread).block !== null) {
    return { page: pageAfter(world, thread), verdict: { kind: 'pending', words: '', afterMs: 0, messageId: '' } };
  }
  const { outcome, refusedAfterMs } = drawOutcome(world, thread);
  thread.account.sends += 1;
  const message = outcome.bubble && store(outgoing, outcome.bubble);
  if (outcome.aftermath === 'late refusal') refuse(world, thread, refusedAfterMs);
  const refusal = outcome.arrives && message ? arrive(world, thread, message) : null;
  return {
    page: showOutcome(world, thread, outcome),
    verdict: verdictOn(world, thread, { outcome, message, refusal }),
  };
}

function showOutcome(world: World, thread: Thread, outcome: SendOutcome): Sending['page'] {
  if (outcome.aftermath === 'connection lost') return 'connection lost';
  return {
    ...pageAfter(world, thread),
    dialog: outcome.dialog,
    dialogAfterMs: outcome.dialogAfterMs,
    goTo: follow(world, thread, outcome),
  };
}

interface Decided {
  outcome: SendOutcome;
  message: Message | null;
  /** The reason if the person's settings don't allow a message that the server has accepted. Null otherwise. */
  refusal: string | null;
}

function verdictOn(world: World, thread: Thread, { outcome, message, refusal }: Decided): Verdict {
  const { texts } = languageOf(world, thread.account);
  const words =
    refusal ?? (outcome.aftermath === 'late refusal' ? texts.noRequests : limitWords(outcome.dialog, texts));
  return {
    kind: refusal === null ? outcome.answer : 'refused',
    words,
    afterMs: outcome.answerAfterMs,
    messageId: message?.messageId ?? newMessageId(),
  };
}

function limitWords(dialog: DialogName | null, texts: Texts): string {
  switch (dialog) {
    case 'rate_limit':
      return texts.weLimit;
    case 'rate_limit_restrict':
      return texts.weRestrict;
    case 'action_blocked':
      return texts.actionBlockedHint;
    case 'wait_few_minutes':
      return texts.waitFewMinutes;
    case 'daily_limit':
      return texts.dailyLimit;
    default:
      return '';
  }
}

function drawOutcome(world: World, { account, person }: Thread): { outcome: SendOutcome; refusedAfterMs: number } {
  for (const name of sendFaults) {
    const hit = world.hit(name, account, person);
    const delay = (realMs: number): number => world.delay(hit, realMs);
    if (hit) return { outcome: sendOutcomeOf(name, delay), refusedAfterMs: delay(refusalMs) };
  }
  return { outcome: sendOutcomeOf(null, (realMs) => realMs), refusedAfterMs: 0 };
}

function store({ thread, key, text }: Outgoing, bubble: Bubble): Message {
  const { failsAfterMs = null, shownAfterMs = 0, settlesAfterMs = 0 } = bubble;
  const later = (ms: number | null): number | null => (ms === null ? null : Date.now() + ms);
  return appendMessage(thread, {
    kind: 'mine',
    key,
    text,
    failedAt: later(failsAfterMs),
    shownAt: later(shownAfterMs),
    settledAt: later(settlesAfterMs),
  });
}

/**
 * Delivers an accepted message, unless the person's settings don't allow it. Returns the reason for the refusal, or null if the message was
 * delivered.
 */
function arrive(world: World, thread: Thread, { text, messageId }: Message): string | null {
  const { account, person } = thread;
  if (world.isOn('limited', account, person)) return refuse(world, thread, 0);
  if (world.isOn('limited_strangely', account, person)) return refuse(world, thread, 0);
  if (world.isOn('no_requests', account, person)) return refuse(world, thread, world.delay(undefined, refusalMs));
  const at = new Date().toISOString();
  world.deliveries.push({ from: account.username, to: person.username, text, at, message_id: messageId });
  return null;
}

function refuse(world: World, thread: Thread, delayMs: number): string {
  const { texts } = languageOf(world, thread.account);
  const isOn = (name: 'limited' | 'limited_strangely'): boolean => world.isOn(name, thread.account, thread.person);
  const strange = 'Whoever keeps this mailbox would rather hear from friends.';
  const text = isOn('limited') ? texts.limited : isOn('limited_strangely') ? strange : texts.noRequests;
  appendMessage(thread, { kind: 'notice', text, shownAt: Date.now() + delayMs });
  return text;
}

/**
 * Applies the consequences of a message, such as ending the account's sessions or setting a checkpoint. Returns the URL that the page goes
 * to after sending, or null if it stays where it is.
 */
function follow(world: World, { account }: Thread, { aftermath }: SendOutcome): string | null {
  if (aftermath === 'page dies') return '/static/gone';
  if (aftermath === 'sign-out') {
    endAllSessions(world, account);
    return '/accounts/login/';
  }
  if (aftermath !== 'challenge') return null;
  account.checkpoint = 'challenge';
  return checkpoints.challenge.address;
}

function pageAfter(world: World, thread: Thread): SendResult {
  return { ...chatState(world, thread), dialog: null, dialogAfterMs: 0, goTo: null };
}
