import { performance } from 'node:perf_hooks';
import { createRandom } from '@sandpiper/testkit/random';
import type { Random } from '@sandpiper/testkit/random';
import { currentFrame } from './frame.ts';
import { addTimer, elapsedMs, nowHere, removeTimer } from './virtual-time.ts';
import type { VirtualTimer } from './virtual-time.ts';

/*
 * Replaces the process's clock, timers and random numbers with the history's, so that agents and servers run unchanged. Only
 * agents get the history's timers: a server has to wait for its database in real time.
 */

/** The return value of `setTimeout` and `setInterval`: just enough of Node's object for code that calls `ref` or `unref`. */
class TimerHandle {
  readonly timer: VirtualTimer;
  constructor(timer: VirtualTimer) {
    this.timer = timer;
  }
  unref(): this {
    return this;
  }
  ref(): this {
    return this;
  }
}

type Callback = (...values: unknown[]) => void;

let chance: Random = createRandom('');

/** Seeds the random numbers that agents and servers draw themselves, such as those for delays. */
export function seedChance(seed: string): void {
  chance = createRandom(seed);
}

function patchTimers(): void {
  const real = { setTimeout, setInterval, clearTimeout, clearInterval };
  const patched =
    (isRepeated: boolean) =>
    (work: Callback, ms = 0, ...values: unknown[]) => {
      const timer = addTimer({ ms, everyMs: isRepeated ? Math.max(1, ms) : null, work: () => work(...values) });
      if (timer !== null) return new TimerHandle(timer);
      return (isRepeated ? real.setInterval : real.setTimeout)(work, ms, ...values);
    };
  const cleared = (handle: unknown) => {
    if (handle instanceof TimerHandle) removeTimer(handle.timer);
    else if (handle !== undefined && handle !== null) Reflect.apply(real.clearTimeout, globalThis, [handle]);
  };
  Reflect.set(globalThis, 'setTimeout', patched(false));
  Reflect.set(globalThis, 'setInterval', patched(true));
  Reflect.set(globalThis, 'clearTimeout', cleared);
  Reflect.set(globalThis, 'clearInterval', cleared);
}

function patchAbortSignal(): void {
  const real = AbortSignal.timeout.bind(AbortSignal);
  Reflect.set(AbortSignal, 'timeout', (ms: number): AbortSignal => {
    if (currentFrame()?.side !== 'agent') return real(ms);
    const controller = new AbortController();
    addTimer({ ms, everyMs: null, work: () => controller.abort(new DOMException('Too late', 'TimeoutError')) });
    return controller.signal;
  });
}

function patchClocks(): void {
  const RealDate = Date;
  const now = (): number => nowHere() ?? RealDate.now();
  Reflect.set(
    globalThis,
    'Date',
    new Proxy(RealDate, {
      construct: (target, values: unknown[], newTarget): object => {
        const made: unknown = Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget);
        return made instanceof target ? made : new target(now());
      },
      get: (target, key, receiver): unknown => (key === 'now' ? now : Reflect.get(target, key, receiver)),
    }),
  );
  const realPerformanceNow = performance.now.bind(performance);
  Reflect.set(performance, 'now', () => (currentFrame() === undefined ? realPerformanceNow() : elapsedMs()));
}

function patchChance(): void {
  const real = Math.random.bind(Math);
  Reflect.set(Math, 'random', () => (currentFrame() === undefined ? real() : chance.next()));
}

/** Replaces the globals. Must be called once, before any code of an agent or a server runs. */
export function takeOverGlobals(): void {
  patchTimers();
  patchAbortSignal();
  patchClocks();
  patchChance();
}
