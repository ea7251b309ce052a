import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { migrate } from '../platform/database/migrations.ts';

const directory = new URL('../platform/database/migrations/', import.meta.url);

/** Creates the tables of the version whose last migration was `last`, for example `0005`. */
export async function migrateUpTo(pool: pg.Pool, last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sandpiper-old-'));
  const names = (await readdir(directory)).filter((name) => name.slice(0, 4) <= last);
  for (const name of names) await copyFile(fileURLToPath(new URL(name, directory)), join(folder, name));
  await migrate(pool, { directory: pathToFileURL(`${folder}/`) });
  await rm(folder, { recursive: true });
}

/** Encrypts text in the format of versions that didn't write a key ID. */
export function sealWithoutId(secret: string, text: string, owner: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sealed columns', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}
