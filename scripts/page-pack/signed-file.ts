import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNewerPagePack, type SignedPagePack } from '@sandpiper/contract/page-pack';
import { createSigningKey, publicKeyOf, signPagePack } from '@sandpiper/testkit/page-pack-signing';
import { z } from 'zod';
import { packSchema, type PackContent } from '../../agent/src/sites/instagram/page/pack/page-pack.schema.ts';
import { PackRefused, readContent, readSignature } from '../../agent/src/sites/instagram/page/pack/signed-pack.ts';
import { Failure } from '../bootstrap/project.mjs';

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** Creates a file with a new private key that only the current user can read. Returns the public key. */
export function createKeyFile(file: string): string {
  const key = createSigningKey();
  try {
    writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Failure(`${file} already exists. Choose another name for the new key.`);
    throw new Failure(`Couldn't write ${file} (${codeOf(error) ?? 'unknown cause'}).`);
  }
  return publicKeyOf(key);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure(`Couldn't read ${file} (${codeOf(error) ?? 'unknown cause'}).`);
  }
}

function parseKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}

function readKey(file: string): KeyObject {
  const key = parseKey(readText(file));
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Failure(`${file} is not a key created by "npm run page-pack -- create-key".`);
}

function readJsonFile(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Reads a page pack from a folder such as `agent/pages`, and validates it as agents do. */
function readFolder(folder: string): PackContent {
  const names = readdirSync(join(folder, 'languages')).toSorted();
  const { data, error } = packSchema.safeParse({
    ...z.record(z.string(), z.unknown()).parse(readJsonFile(join(folder, 'pack.json'))),
    locators: readJsonFile(join(folder, 'locators.json')),
    languages: names.map((name) => readJsonFile(join(folder, 'languages', name))),
  });
  if (data !== undefined) return data;
  const lines = error.issues.map(({ path, message }) => `  ${[...path, ''].join(': ')}${message}`);
  throw new Failure(`${folder} can't be signed:\n${lines.join('\n')}`);
}

/**
 * Throws if a version is dated later than tomorrow. Agents that got a pack with a version far in the future would refuse all later packs.
 */
function refuseFuture(version: string): void {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  if (version.slice(0, 10) > tomorrow) throw new Failure(`The version ${version} is in the future.`);
}

/**
 * Throws if a version isn't newer than the version in `file`. Agents ignore versions that they already have, so a pack with an
 * unchanged version would reach nobody.
 */
function refuseOlder(version: string, file: string): void {
  if (!existsSync(file)) return;
  const before = verifyFile(file).version;
  if (!isNewerPagePack(version, before))
    throw new Failure(`${file} already has version ${before}. Set a newer version in pack.json.`);
}

/** Validates and signs the pack in `folder`. Replaces `file` atomically, because a server may be reading it. */
export function signFolder({ folder, keyFile, file }: Record<'folder' | 'keyFile' | 'file', string>): SignedPagePack {
  const key = readKey(keyFile);
  const pack = readFolder(folder);
  refuseFuture(pack.version);
  refuseOlder(pack.version, file);
  const signed = signPagePack(pack, key);
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(signed, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new Failure(`Couldn't write ${file} (${codeOf(error) ?? 'unknown cause'}).`);
  }
  return signed;
}

/** Validates a signed file as agents do, but accepts any key. */
export function verifyFile(file: string): SignedPagePack {
  try {
    const signed = readSignature(readJsonFile(file));
    readContent(signed);
    return signed;
  } catch (error) {
    if (error instanceof PackRefused) throw new Failure(`Agents would refuse ${file}: ${error.message}`);
    throw error;
  }
}
