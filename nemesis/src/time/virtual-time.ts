import { currentFrame, inFrame } from './frame.ts';
import type { Actor, Frame } from './frame.ts';

/*
 * A history's clock. It moves only when the history advances it, so simulated hours take no real time. Agents' timers are kept
 * here. Servers and the database driver use real timers.
 */

const beginning = Date.UTC(2030, 0, 7, 12);
let current = beginning;

export type VirtualTimer = {
  frame: Frame;
  actor: Actor;
  at: number;
  /** The interval. Null if the timer fires only once. */
  everyMs: number | null;
  work: () => void;
};

const timers = new Set<VirtualTimer>();

export function trueNow(): number {
  return current;
}

/** Returns the time on the computer whose code is running, or null outside the history. */
export function nowHere(): number | null {
  const frame = currentFrame();
  if (frame === undefined) return null;
  return current + (frame.side === 'agent' ? frame.actor.clockOffsetMs : 0);
}

/** Returns the milliseconds since the history began, unaffected by clock changes. */
export function elapsedMs(): number {
  return current - beginning;
}

/** Resets the clock and removes all timers, for a new history. */
export function resetTime(): void {
  current = beginning;
  timers.clear();
}

export function moveTo(time: number): void {
  current = Math.max(current, time);
}

export function addTimer(timer: Omit<VirtualTimer, 'frame' | 'actor' | 'at'> & { ms: number }): VirtualTimer | null {
  const frame = currentFrame();
  if (frame?.side !== 'agent') return null;
  const { ms, everyMs, work } = timer;
  const added = { frame, actor: frame.actor, at: current + Math.max(1, ms), everyMs, work };
  timers.add(added);
  return added;
}

export function removeTimer(timer: VirtualTimer): void {
  timers.delete(timer);
}

export function forgetTimersOf(actor: Actor): void {
  for (const timer of timers) if (timer.actor === actor) timers.delete(timer);
}

/** Returns the next timer that is due by this time. Skips the timers of frozen and killed agents. */
export function nextTimer(by: number): VirtualTimer | null {
  let next: VirtualTimer | null = null;
  for (const timer of timers) {
    if (timer.actor.state !== 'awake' || timer.at > by) continue;
    if (next === null || timer.at < next.at) next = timer;
  }
  return next;
}

/** Returns when a lane's next one-time timer is due. The lane's code may be sleeping until then. */
export function nextWakeOf(actor: Actor, lane: string): number | null {
  let next: number | null = null;
  for (const timer of timers) {
    const isIts = timer.actor === actor && timer.frame.side === 'agent' && timer.frame.lane === lane;
    if (isIts && timer.everyMs === null && (next === null || timer.at < next)) next = timer.at;
  }
  return next;
}

export function fire(timer: VirtualTimer): void {
  moveTo(timer.at);
  if (timer.everyMs === null) timers.delete(timer);
  // After a freeze, each of the agent's intervals fires only once, not once for each time that was missed.
  else timer.at = current + timer.everyMs;
  inFrame(timer.frame, timer.work);
}
