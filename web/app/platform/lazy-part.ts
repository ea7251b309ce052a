import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const retryMs = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns a part of a screen whose code is loaded when the part is first shown. If loading fails, tries once more after a second, in case
 * the network failed only briefly. The delay has another benefit: when the user leaves a page, Firefox reports code that is still loading
 * as failed. Without the delay, the page would briefly show an error before it disappears.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => wait(retryMs).then(load)) }));
}
