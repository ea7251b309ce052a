import { UserError } from './errors.ts';

export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/u.test(hostname);
}

/** The address without a slash at the end. Throws when it is not a web address. */
export function readAddress(value: string, what: string): string {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new UserError(`${what} "${value}" is not a web address. Write it like https://sandpiper.example`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new UserError(`${what} "${value}" must begin with https://`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
}

/** Tokens, passwords and messages travel to these addresses, so only this computer may be reached without encryption. */
export function isProtected(address: string): boolean {
  return address.startsWith('https://') || isLoopback(address);
}

/** Also for a server that was chosen by an older agent, which allowed it. */
export function requireProtected(server: string): void {
  if (isProtected(server)) return;
  throw new UserError(
    `The connection to ${server} would not be encrypted, so others on the network could read the token and your messages. Ask whoever runs the server for its https:// address, then run: sandpiper-agent pair --server https://…`,
  );
}
