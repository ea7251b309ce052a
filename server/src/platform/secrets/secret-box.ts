import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const nonceLength = 12;
const tagLength = 16;

/** Encrypts text with AES-256-GCM. Text encrypted for one owner can't be decrypted for another. */
export type SecretBox = {
  seal: (text: string, owner: string) => Buffer;
  open: (sealed: Buffer, owner: string) => string;
};

export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sealed columns', 32));
  return {
    seal: (text, owner) => {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, owner) => {
      const tagEnd = nonceLength + tagLength;
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(nonceLength, tagEnd));
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8');
    },
  };
}

/** The key from the environment, or the one in the data folder, which is created at the first start. */
export async function loadSecret(secretKey: string | null, dataDir: string): Promise<string> {
  if (secretKey !== null) return secretKey;
  const file = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
    await chmod(file, 0o600);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32) throw new Error(`${file} holds no key. Put the key back that was there, from a backup.`);
  return secret;
}
