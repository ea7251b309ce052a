import { lazy, useEffect, type ComponentType, type LazyExoticComponent } from 'react';

const retryMs = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns whether the server responds. While the server is down, a proxy in front of it may respond with an error. */
const isServerUp = () =>
  fetch('/favicon.svg').then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns whether a style sheet has loaded. If loading failed, Chromium and Firefox throw an error when its rules are read. */
function hasLoaded({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules !== undefined;
  } catch {
    return false;
  }
}

/** Reloads the style sheets that failed to load. Vite requests a part's style sheets only once. */
function reloadStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!hasLoaded(link)) link.replaceWith(link.cloneNode());
  }
}

async function untilServerIsUp(): Promise<void> {
  while (!(await isServerUp())) await wait(retryMs);
}

let isConnectionLost = false;

/**
 * Records whether the live connection is lost. If so, the server is probably down, and the code of parts isn't requested until the server
 * is back, because after a failure, Firefox doesn't load the same code again until the page is reloaded.
 */
export function setConnectionLost(isLost: boolean): void {
  isConnectionLost = isLost;
}

type Load = () => Promise<unknown>;
const preloaded = new WeakSet<Load>();

/** A page that has been open for less than this time, in milliseconds, is assumed to have the server's current version. */
const freshMs = 60_000;

/** Shown instead of a part whose code is gone. Reloads the page, unless the user has left the part in the meantime. */
function ReloadPage(): null {
  useEffect(() => location.reload(), []);
  return null;
}

/**
 * Returns a part that reloads the page, because the server may have been updated and may no longer have this version of the code. On a
 * newly opened page, throws the error instead, so that the page isn't reloaded in a loop.
 */
function reloadOldPage(error: unknown): typeof ReloadPage {
  if (performance.now() < freshMs) throw error;
  return ReloadPage;
}

/**
 * Loads a part's code. If the live connection is lost, first waits for the server, unless the code was preloaded. If loading fails, retries
 * once: after a second or, if the server is still down by then, once the server is back. If the retry fails too, see `reloadOldPage`.
 */
async function loadWithRetry<Props>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  if (isConnectionLost && !preloaded.has(load)) await untilServerIsUp();
  try {
    return await load();
  } catch {
    await wait(retryMs);
    await untilServerIsUp();
    reloadStyles();
    return load().catch(reloadOldPage);
  }
}

/**
 * Returns a part of a screen whose code is loaded when the part is first shown. If the server is down, waits until it is back instead of
 * throwing an error, which would replace the whole page, including what the user has typed there. The delay before the second attempt also
 * helps when the user leaves a page, because Firefox then reports code that is still loading as failed. Without the delay, the page would
 * briefly show an error before it disappears.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadWithRetry(load) }));
}

/** The delay before a part's code is loaded in advance, in milliseconds. By then, the first screen has usually loaded. */
const preloadMs = 10_000;

/** Loads a part's code in advance. `load` is the function that was passed to `lazyPart`. */
export function preload(load: Load): void {
  if (isConnectionLost) return;
  load().then(
    () => preloaded.add(load),
    () => undefined,
  );
}

/**
 * Loads a part's code some time after the first screen, so that the part also appears while the server is down, or after the server has
 * been updated and no longer has this version of the code.
 */
export function usePreload(load: Load): void {
  useEffect(() => {
    const timer = setTimeout(() => preload(load), preloadMs);
    return () => clearTimeout(timer);
  }, [load]);
}
