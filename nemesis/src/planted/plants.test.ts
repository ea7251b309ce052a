import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { smallPieces } from './edits.ts';
import type { Edit } from './edits.ts';
import { plants } from './plants.ts';

const root = join(import.meta.dirname, '..', '..', '..');

async function placesOf({ file, from }: Edit): Promise<number> {
  let places = 0;
  for await (const path of glob(`{server,agent,contract}/src/**/${file.split('/').at(-1)}`, { cwd: root })) {
    if (!`/${path}`.endsWith(`/${file}`)) continue;
    places += (await readFile(join(root, path), 'utf8')).split(from).length - 1;
  }
  return places;
}

describe('planted mistakes', () => {
  for (const { name, edits } of [...plants, { name: 'edits that make batches small', edits: smallPieces }]) {
    it(`${name}: each text to replace occurs exactly once`, async () => {
      for (const edit of edits) assert.equal(await placesOf(edit), 1, `${edit.file}: ${edit.from}`);
    });
  }
});
