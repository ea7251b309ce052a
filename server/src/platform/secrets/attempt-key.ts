import { hkdfSync } from 'node:crypto';

/** Returns the key for hashing the addresses and names that attempts are counted by. It isn't in the database. */
export function attemptKeyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'counted attempts', 32));
}
