import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError } from '../http/app-error.ts';
import { keyIdBytes } from './server-keys.ts';
import type { ServerKey, ServerKeys } from './server-keys.ts';

/*
 * An encrypted value consists of a marker, the key's ID, a nonce, the authentication tag and the ciphertext. Values from earlier versions
 * begin with their random nonce, so one in four billion begins with the marker by chance.
 */

export const sealedMark = Buffer.from('SPK1');
const headerLength = sealedMark.length + keyIdBytes;
const nonceLength = 12;
const tagLength = 16;

/** What a value is bound to. `before` is the owner in earlier versions, which didn't write a key ID. */
export type Owner = string | { row: string; before: string };

/** Encrypts text with AES-256-GCM. Text encrypted for one owner can't be decrypted for another. */
export type SecretBox = {
  seal: (text: string, owner: Owner) => Buffer;
  /** Throws an {@link UnreadableError} if the value can't be decrypted for this owner. */
  open: (sealed: Buffer, owner: Owner) => string;
  /** Returns the bytes that every value encrypted with the current key begins with. */
  currentHeader: () => Buffer;
};

/** Thrown if the server doesn't have the value's key, or if the value was changed or encrypted for another owner. */
export class UnreadableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnreadableError';
  }
}

export function createSecretBox(keys: ServerKeys): SecretBox {
  return {
    seal: (text, owner) => {
      const key = keys.current();
      const header = headerOf(key);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key.sealing, nonce).setAAD(boundTo(header, rowOf(owner)));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, owner) => {
      const id = keyIdOf(sealed);
      if (id === null) return openWithoutId(keys, sealed, beforeOf(owner));
      const key = keys.known().find((one) => one.id === id);
      if (key === undefined)
        throw new UnreadableError(`A stored value was encrypted with the key ${id}, which the server doesn't have.`);
      const text = decrypt(key, sealed.subarray(headerLength), boundTo(headerOf(key), rowOf(owner)));
      if (text === null)
        throw new UnreadableError('A stored value is damaged, or was encrypted for a different purpose.');
      return text;
    },
    currentHeader: () => headerOf(keys.current()),
  };
}

function openWithoutId(keys: ServerKeys, sealed: Buffer, owner: string): string {
  for (const key of keys.known()) {
    const text = decrypt(key, sealed, Buffer.from(owner));
    if (text !== null) return text;
  }
  throw new UnreadableError("A stored value is damaged, or was encrypted with a key that the server doesn't have.");
}

/** Returns the ID of the key that encrypted a value, or null if an earlier version of the server encrypted it. */
function keyIdOf(sealed: Buffer): string | null {
  if (!sealed.subarray(0, sealedMark.length).equals(sealedMark)) return null;
  return sealed.subarray(sealedMark.length, headerLength).toString('hex');
}

function headerOf({ id }: ServerKey): Buffer {
  return Buffer.concat([sealedMark, Buffer.from(id, 'hex')]);
}

function boundTo(header: Buffer, owner: string): Buffer {
  return Buffer.concat([header, Buffer.from(owner)]);
}

const rowOf = (owner: Owner) => (typeof owner === 'string' ? owner : owner.row);
const beforeOf = (owner: Owner) => (typeof owner === 'string' ? owner : owner.before);

/** Decrypts a value. Returns null if it was encrypted with another key or for another owner, or was changed. */
function decrypt({ sealing }: ServerKey, content: Buffer, bound: Buffer): string | null {
  const tagEnd = nonceLength + tagLength;
  if (content.length < tagEnd) return null;
  const decipher = createDecipheriv('aes-256-gcm', sealing, content.subarray(0, nonceLength))
    .setAAD(bound)
    .setAuthTag(content.subarray(nonceLength, tagEnd));
  const text = decipher.update(content.subarray(tagEnd));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

type Opening = { secrets: SecretBox; log: Logger };

/** Decrypts a value for an API call. If the value is unreadable, logs the cause and throws an error with the `refusal` message. */
export function openForCall(
  { secrets, log }: Opening,
  { sealed, owner }: { sealed: Buffer; owner: Owner },
  refusal: string,
): string {
  try {
    return secrets.open(sealed, owner);
  } catch (err) {
    if (!(err instanceof UnreadableError)) throw err;
    log.error({ err }, 'an encrypted value cannot be read');
    throw new AppError('invalid_state', refusal);
  }
}
