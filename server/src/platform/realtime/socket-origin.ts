import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Checks whether a live connection comes from one of this server's pages or from a server in `ALLOWED_ORIGINS`. Browsers always send the
 * page's origin. Agents and other programs don't.
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
