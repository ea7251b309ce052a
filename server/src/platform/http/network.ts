import { isIPv4, isIPv6 } from 'node:net';

/** The groups of an IPv6 address, with those that `::` stands for. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const missing = Math.max(8 - (before?.length ?? 0) - (after?.length ?? 0), 0);
  return [...(before ?? []), ...Array.from({ length: missing }, () => '0'), ...(after ?? [])];
}

/**
 * The network that an address belongs to, roughly one provider's customers in one place: 256 IPv4 addresses, or the /48 that a site
 * gets with IPv6. The address itself when it is neither.
 */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain).slice(0, 3);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`;
}
