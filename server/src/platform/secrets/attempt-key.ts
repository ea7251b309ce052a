import { hkdfSync } from 'node:crypto';

/** What the addresses and names of counted attempts are hashed with. It isn't in the database. */
export function attemptKeyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'counted attempts', 32));
}
