import { useEffect, useState } from 'react';
import { routeFilesIn, type RouteFiles } from '../platform/route-files.ts';

const waitMs = 3_000;

/** Not every browser can be asked. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

/**
 * Fetches the other screens' code once this one has settled. Without it, a change of screen while the server is away would
 * leave the app for the browser's own page of failure, for the router loads the whole page anew when a screen's code is missing.
 * Who asked the browser to save data keeps that risk.
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
