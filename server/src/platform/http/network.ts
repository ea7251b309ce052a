import { isIPv4, isIPv6 } from 'node:net';

/** Returns the groups of an IPv6 address, including those abbreviated by `::`. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const missing = Math.max(8 - (before?.length ?? 0) - (after?.length ?? 0), 0);
  return [...(before ?? []), ...Array.from({ length: missing }, () => '0'), ...(after ?? [])];
}

/** Converts IPv4 addresses that are written as IPv6. */
function plainAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}

/** Returns the first groups (of 16 bits) of an IPv6 address. */
function prefixOf(address: string, groups: number): string {
  const kept = groupsOf(address).slice(0, groups);
  return `${kept.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groups * 16}`;
}

/** Returns what counts as one caller: an IPv4 address, or the /64 that is the smallest IPv6 network a customer gets. */
export function subscriberOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? prefixOf(plain, 4) : plain;
}

/**
 * Returns the network that an address belongs to, roughly one provider's customers in one place: 256 IPv4 addresses, or the /48 that
 * a site gets with IPv6. Returns the address itself if it is neither.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? prefixOf(plain, 3) : plain;
}
