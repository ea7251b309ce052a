import { isIPv4, isIPv6 } from 'node:net';

/** Returns all eight groups of an IPv6 address. Expands `::`. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const missing = Math.max(8 - (before?.length ?? 0) - (after?.length ?? 0), 0);
  return [...(before ?? []), ...Array.from({ length: missing }, () => '0'), ...(after ?? [])];
}

/** Matches an IPv4 address or a bracketed IPv6 address, with or without a port. Some proxies, such as Azure's, add the visitor's port. */
const withPort = /^(?:\[([0-9a-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** Converts an address to lowercase, removes its port, and converts an IPv4-mapped IPv6 address to IPv4. */
function plainAddress(address: string): string {
  const lower = address.toLowerCase();
  const [, ipv6, ipv4] = withPort.exec(lower) ?? [];
  return (ipv6 ?? ipv4 ?? lower).replace(/^::ffff:(?=\d+\.)/, '');
}

/** Returns the network of an IPv6 address. `groups` is the prefix length in groups of 16 bits. */
function prefixOf(address: string, groups: number): string {
  const kept = groupsOf(address).slice(0, groups);
  return `${kept.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groups * 16}`;
}

/**
 * Returns the address or network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address. Every IPv6 customer
 * gets at least a /64.
 */
export function subscriberOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? prefixOf(plain, 4) : plain;
}

/**
 * Returns the network of an IP address, roughly one provider's customers in one place: 256 IPv4 addresses, or the IPv6 /48 that a site
 * gets. Returns the address itself if it is neither IPv4 nor IPv6.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? prefixOf(plain, 3) : plain;
}
