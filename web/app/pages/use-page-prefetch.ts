import { useEffect } from 'react';
import { routeFilesIn } from '../platform/route-files.ts';

/** The delay before prefetching, in milliseconds. By then, the first screen has usually loaded, so prefetching doesn't slow it down. */
const waitMs = 10_000;

/** Returns whether the browser's data saver is on. Not all browsers report this. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

/** Puts the files into the browser's cache, one at a time. Stops at the first file that can't be fetched. */
async function prefetch(files: readonly string[], signal: AbortSignal): Promise<void> {
  for (const file of files) {
    const response = await fetch(file, { priority: 'low', signal });
    if (!response.ok) return;
    await response.arrayBuffer();
  }
}

/**
 * Prefetches the code of all other screens some time after the first screen has loaded, unless the browser's data saver is on. If a
 * screen's code can't be loaded, the router reloads the whole page. Without prefetching, the reload would end on the browser's error page
 * while the server is down. The code is fetched instead of loaded with `modulepreload`, which would also compile all this code at once,
 * although users open few of the screens.
 */
export function usePagePrefetch(): void {
  useEffect(() => {
    if (savesData()) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const { styles, scripts } = routeFilesIn(Reflect.get(window, '__reactRouterManifest'));
      // Code that wasn't prefetched is loaded when its screen is opened.
      prefetch([...styles, ...scripts], leaving.signal).catch(() => undefined);
    }, waitMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, []);
}
