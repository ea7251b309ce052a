import { useEffect, useState } from 'react';
import { routeFilesIn, type RouteFiles } from '../platform/route-files.ts';

const waitMs = 3_000;

/** Returns whether the browser's data saver is on. Not all browsers report this. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

/**
 * Prefetches the code of all other screens shortly after the first screen has loaded, unless the browser's data saver is on. If
 * a screen's code can't be loaded, the router reloads the whole page. Without prefetching, the reload would end on the
 * browser's error page while the server is down.
 */
export function PagePrefetch() {
  const [files, setFiles] = useState<RouteFiles>({ scripts: [], styles: [] });
  useEffect(() => {
    if (savesData()) return undefined;
    const timer = setTimeout(() => setFiles(routeFilesIn(Reflect.get(window, '__reactRouterManifest'))), waitMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {files.scripts.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {files.styles.map((href) => (
        <link key={href} rel="prefetch" as="style" href={href} />
      ))}
    </>
  );
}
