import assert from 'node:assert/strict';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { jobsToEnd } from '../platform/background-jobs.ts';
import type { TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

type Files = ReadonlyMap<string, Uint8Array>;

/** Prepares an export of the user's data. */
export async function prepareExport(server: TestServer, user: TestUser): Promise<void> {
  await server.call(user, 'POST /api/data-export');
  await jobsToEnd(server.app);
}

/** Downloads the user's prepared export and returns the files in the archive by name. */
export async function downloadExport(from: TestServer, user: TestUser): Promise<Files> {
  const reply = await from.send(user, { method: 'GET', url: '/api/data-export/file' });
  assert.equal(reply.status, 200);
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(reply.raw)]))).getEntries();
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  return files;
}

/** Returns the text of a file in an archive. */
export const textIn = (files: Files, name: string): string => new TextDecoder().decode(files.get(name));

/** Returns the content of the archive's JSON file for one kind of data. */
export const jsonIn = (files: Files, kind: string): unknown => JSON.parse(textIn(files, `json/${kind}.json`));
