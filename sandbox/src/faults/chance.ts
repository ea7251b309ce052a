import { createHmac } from 'node:crypto';

/**
 * Returns a number in [0, 1) that depends only on the seed and the key, so that parallel accounts don't affect each other's
 * random numbers.
 */
export function drawChance(seed: number, key: readonly (string | number)[]): number {
  const digest = createHmac('sha256', `seed ${seed}`).update(JSON.stringify(key)).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}
