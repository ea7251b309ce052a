import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { signedPagePackSchema, signedTextOf, type SignedPagePack } from '@sandpiper/contract/page-pack';
import { z } from 'zod';

/** Creates an Ed25519 private key. */
export function createSigningKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey;
}

/** Returns the public key in the format that agents compare: 32 bytes in base64url. */
export function publicKeyOf(key: KeyObject): string {
  return z.object({ x: z.string() }).parse(createPublicKey(key).export({ format: 'jwk' })).x;
}

/** Signs a page pack without validating it. The caller must validate the pack first. */
export function signPagePack(pack: { version: string }, key: KeyObject): SignedPagePack {
  const content = JSON.stringify(pack);
  const signature = sign(null, Buffer.from(signedTextOf(content)), key).toString('base64url');
  return signedPagePackSchema.parse({ version: pack.version, public_key: publicKeyOf(key), signature, content });
}
