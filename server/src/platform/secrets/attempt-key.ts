import { hkdfSync } from 'node:crypto';

/** Returns the key for hashing the IP addresses and names for which attempts are counted. The key isn't stored in the database. */
export function attemptKeyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'counted attempts', 32));
}
