import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Returns false if a live connection comes from a web page of a server that is neither this one nor in `ALLOWED_ORIGINS`. Browsers send the
 * page's origin. Agents and other programs don't, so they are always allowed.
 */
export function isAllowedOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return true;
  const own = publicUrl === null ? null : new URL(publicUrl).origin;
  // Behind a proxy, the server may not know whether the page was loaded over HTTPS, so only the host is compared.
  return origin === own || allowedOrigins.includes(origin) || URL.parse(origin)?.host === host;
}
