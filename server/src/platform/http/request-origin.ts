import type { FastifyRequest } from 'fastify';

const host = /^[a-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * Returns the origin that the visitor used, or null if the Host header isn't a valid host name. Ignores X-Forwarded-Host, because many
 * proxies pass on whatever the visitor sent.
 */
export function originOf({ headers, protocol }: FastifyRequest): string | null {
  const asked = headers.host ?? '';
  return host.test(asked) ? `${protocol === 'https' ? 'https' : 'http'}://${asked}` : null;
}

const ownAddress = /^(::ffff:)?127\.|^::1$/;
const ownName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Checks whether a request comes directly from a program on the server's own computer. A proxy on that computer also forwards other
 * people's requests, but those have a forwarding header or the host name that the visitors used.
 */
export function isOnThisComputer({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && ownAddress.test(socket.remoteAddress ?? '') && ownName.test(headers.host ?? '');
}
