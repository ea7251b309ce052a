import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const retryMs = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns a part of a screen whose code is loaded when the part is first shown. If its code can't be loaded, tries once more after a second:
 * the network may have failed only for a moment. When the user leaves a page, Firefox reports code that is still loading as failed. The page
 * is gone before the second attempt, so it doesn't show an error in its last moment.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => wait(retryMs).then(load)) }));
}
