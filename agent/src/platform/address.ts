import { createHash } from 'node:crypto';
import { UserError } from './errors.ts';
import { pairCommandText } from './pairing.text.ts';

export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/u.test(hostname);
}

/** Returns the URL's origin and path, without trailing slashes. Throws a {@link UserError} if the value isn't an HTTP or HTTPS URL. */
export function readAddress(value: string, what: string): string {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new UserError(`${what} "${value}" isn't a web address. Enter it in this form: https://sandpiper.example`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new UserError(`${what} "${value}" must begin with https://`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
}

/** Returns a short hash of the server's URL, for the names of files that belong to one server. */
export function serverKey(server: string): string {
  return createHash('sha256').update(server).digest('hex').slice(0, 16);
}

/** Whether tokens, passwords and messages may be sent to this URL. Only a URL on this computer may be unencrypted. */
export function isProtected(address: string): boolean {
  return address.startsWith('https://') || isLoopback(address);
}

/**
 * Throws if the server is on another computer and the connection would be unencrypted. Older agents allowed such connections, so the saved
 * server may still have an http:// URL.
 */
export function requireProtected(server: string): void {
  if (isProtected(server)) return;
  throw new UserError(
    `The connection to ${server} would not be encrypted, so others on the network could read the token and your messages. Ask whoever runs the server for its https:// address, then run: ${pairCommandText(null)}`,
  );
}
