/** The script and style sheet URLs of the app's screens, for prefetching. */
export type RouteFiles = { scripts: string[]; styles: string[] };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textsIn = (value: unknown) => (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');

/**
 * Extracts the screens' files from React Router's manifest. Ignores missing or malformed parts. Skips the index route, which is the landing
 * page and isn't part of the app.
 */
export function routeFilesIn(manifest: unknown): RouteFiles {
  const routes = isRecord(manifest) && isRecord(manifest['routes']) ? Object.values(manifest['routes']) : [];
  const found = routes.filter(isRecord).filter((route) => route['index'] !== true);
  const scripts = found.flatMap((route) => [...textsIn(route['module']), ...textsIn(route['imports'])]);
  const styles = found.flatMap((route) => textsIn(route['css'])).map((href) => href.replace(/#$/, ''));
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}
