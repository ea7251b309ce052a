import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** The cost of argon2id, at OWASP's minimum: memory in KiB, number of passes, number of lanes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}

/** Hashes a password with argon2id. Returns the standard encoded string, which includes the salt and the cost. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64')}$${tag.toString('base64')}`;
}

/** Verifies a password. If `hash` is null, takes just as long and returns false. */
export async function isPasswordCorrect(password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '');
  if (parts === null) {
    await hashPassword(password);
    return false;
  }
  const expected = Buffer.from(parts[5] ?? '', 'base64');
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(parts[4] ?? '', 'base64'),
    tagLength: expected.length,
    memory: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
  });
  return timingSafeEqual(tag, expected);
}
