import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Whether a live connection comes from a page of this server, or of one in `ALLOWED_ORIGINS`. Browsers always say where a page is
 * from; agents and other programs don't.
 */
export function isAllowedOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return true;
  const own = publicUrl === null ? null : new URL(publicUrl).origin;
  // Behind a proxy, the server may not know whether the page was loaded with https.
  return origin === own || allowedOrigins.includes(origin) || URL.parse(origin)?.host === host;
}
