import { createHmac, hkdfSync } from 'node:crypto';

/** What a forgotten person's record is kept under: `#` and a keyed hash that differs from user to user. */
export type PersonKeys = (userId: number, username: string) => string;

/** Without the secret, which is outside the database, nobody can find out who a key stands for by trying names. */
export function createPersonKeys(secret: string): PersonKeys {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'forgotten people', 32));
  return (userId, username) =>
    `#${createHmac('sha256', key).update(`${userId}:${username}`).digest('hex').slice(0, 40)}`;
}
