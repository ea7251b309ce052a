import type { FastifyRequest } from 'fastify';

const host = /^[a-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * The origin that the visitor asked for; null when the Host header holds no host name. X-Forwarded-Host is not read:
 * many proxies pass on whatever the visitor wrote there.
 */
export function originOf({ headers, protocol }: FastifyRequest): string | null {
  const asked = headers.host ?? '';
  return host.test(asked) ? `${protocol === 'https' ? 'https' : 'http'}://${asked}` : null;
}
