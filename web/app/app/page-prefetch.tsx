import { useEffect, useState } from 'react';
import { routeFilesIn, type RouteFiles } from '../platform/route-files.ts';

const waitMs = 3_000;

/**
 * Fetches the other screens' code once this one has settled. Without it, a change of screen while the server is away would
 * leave the app for the browser's own page of failure, for the router loads the whole page anew when a screen's code is missing.
 */
export function PagePrefetch() {
  const [files, setFiles] = useState<RouteFiles>({ scripts: [], styles: [] });
  useEffect(() => {
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
