import type { FastifyRequest } from 'fastify';

const host = /^[a-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * The origin that the visitor used; null when the Host header isn't a valid host name. X-Forwarded-Host is ignored,
 * because many proxies pass on whatever the visitor sent.
 */
export function originOf({ headers, protocol }: FastifyRequest): string | null {
  const asked = headers.host ?? '';
  return host.test(asked) ? `${protocol === 'https' ? 'https' : 'http'}://${asked}` : null;
}
