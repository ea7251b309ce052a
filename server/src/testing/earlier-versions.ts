import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts text in the format of versions that didn't write a key ID. */
export function sealWithoutId(secret: string, text: string, owner: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sealed columns', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}
