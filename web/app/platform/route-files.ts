/** The files of the app's screens, for prefetching. */
export type RouteFiles = { scripts: string[]; styles: string[] };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textsIn = (value: unknown) => (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');

/**
 * Reads the router's manifest. Missing or malformed parts count as no files. Leaves out the landing page, the only index route, because the
 * app never shows it.
 */
export function routeFilesIn(manifest: unknown): RouteFiles {
  const routes = isRecord(manifest) && isRecord(manifest['routes']) ? Object.values(manifest['routes']) : [];
  const found = routes.filter(isRecord).filter((route) => route['index'] !== true);
  const scripts = found.flatMap((route) => [...textsIn(route['module']), ...textsIn(route['imports'])]);
  const styles = found.flatMap((route) => textsIn(route['css'])).map((href) => href.replace(/#$/, ''));
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}
