import { useEffect, useState } from 'react';
import { routeFilesIn, type RouteFiles } from '../platform/route-files.ts';

const waitMs = 3_000;

/** Returns whether the browser is in data-saving mode. Not every browser reports this. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

/**
 * Fetches the code of the other screens once this one has settled. Otherwise, changing screens while the server is down would end on
 * the browser's error page, because the router reloads the whole page if a screen's code is missing. Skipped in data-saving mode.
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
