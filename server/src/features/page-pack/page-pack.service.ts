import { createPublicKey, verify } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import {
  maxPagePackLength,
  pagePackVersionSchema,
  signedPagePackSchema,
  signedTextOf,
} from '@sandpiper/contract/page-pack';
import type { SignedPagePack } from '@sandpiper/contract/page-pack';
import { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import { errorCodeOf } from '../../platform/error-code.ts';

type PackApp = Pick<App, 'config' | 'log'>;

/** The last page pack read by each server, and the state of the file at that time. */
const lastReads = new WeakMap<PackApp, { change: string; pack: SignedPagePack | null }>();

/**
 * Returns the page pack to offer to agents, or null if there is none. An invalid file is ignored, and an error is logged for the operator
 * each time the file changes. Never throws. Verifying the signature here only catches mistakes. Agents verify the signature themselves,
 * because a compromised server could skip the check.
 */
export async function findPagePack(app: PackApp): Promise<SignedPagePack | null> {
  const change = await lastChangeOf(app.config.pagePackFile);
  const last = lastReads.get(app);
  if (last?.change === change) return last.pack;
  const pack = change === missing ? null : await readOrLog(app);
  lastReads.set(app, { change, pack });
  return pack;
}

const missing = 'missing';

async function lastChangeOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    const code = errorCodeOf(error) ?? 'unknown';
    return code === 'ENOENT' || code === 'ENOTDIR' ? missing : code;
  }
}

async function readOrLog({ config, log }: PackApp): Promise<SignedPagePack | null> {
  const file = config.pagePackFile;
  try {
    const pack = await readSigned(file);
    log.info({ file, version: pack.version }, 'agents are now offered this page pack');
    return pack;
  } catch (err) {
    log.error({ err, file }, 'the page pack cannot be used, so it is not offered to agents');
    return null;
  }
}

/** The maximum file size. A character takes at most six bytes in JSON. */
const maxBytes = 6 * maxPagePackLength;

async function readSigned(file: string): Promise<SignedPagePack> {
  if ((await stat(file)).size > maxBytes) throw new Error('The file is too large.');
  const pack = signedPagePackSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: pack.public_key }, format: 'jwk' });
  const signature = Buffer.from(pack.signature, 'base64url');
  if (!verify(null, Buffer.from(signedTextOf(pack.content)), key, signature))
    throw new Error("The signature doesn't match the content.");
  const { version } = z.object({ version: pagePackVersionSchema }).parse(JSON.parse(pack.content));
  if (version !== pack.version) throw new Error('The file and the page pack in it have different versions.');
  return pack;
}
