import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../bootstrap/project.mjs';
import { readManifest } from '../system/manifests.ts';
import { chooseSuites, suites, tiers, type Tier } from './suites.ts';

/** Reads the table in docs/testing.md. Returns each suite's tiers by the suite's name. */
function documentedTiers(): Record<string, Tier[]> {
  const text = readFileSync(join(root, 'docs', 'testing.md'), 'utf8');
  const [, table = ''] = text.split('| suite | unit | browser | `npm test` | long |');
  const [, , ...rows] = (table.split('\n\n', 1)[0] ?? '').split('\n');
  const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim());
  return Object.fromEntries(
    rows.map(cellsOf).map(([, name = '', ...cells]) => [name, tiers.filter((_tier, index) => cells[index] !== '')]),
  );
}

const tested = readManifest().workspaces.filter((workspace) => readManifest(workspace).scripts['test'] !== undefined);

describe('suites', () => {
  it('in npm test cover every workspace that has tests', () => {
    const listed = new Set(chooseSuites([]).map((suite) => suite.workspace));
    assert.deepEqual(
      tested.filter((workspace) => !listed.has(workspace)),
      [],
    );
  });

  it('in the unit tier need no browser or PostgreSQL, and cover every workspace that has tests, except e2e and the drills', () => {
    const listed = new Set(chooseSuites([], 'unit').map((suite) => suite.workspace));
    assert.deepEqual(
      tested.filter((workspace) => !listed.has(workspace)),
      ['e2e', 'drill'],
    );
    assert.deepEqual(
      chooseSuites([], 'unit').filter((suite) => suite.browsers === true || suite.database === 'PostgreSQL'),
      [],
    );
  });

  it('in npm test run the server and the journeys on the embedded database and on PostgreSQL', () => {
    for (const workspace of ['server', 'e2e']) {
      const ofWorkspace = chooseSuites([]).filter((suite) => suite.workspace === workspace);
      assert.deepEqual(new Set(ofWorkspace.map((suite) => suite.database)), new Set(['PostgreSQL', 'embedded']));
    }
  });

  it('each belong to a tier, and have unique names within each tier', () => {
    for (const tier of tiers) {
      const names = chooseSuites([], tier).map((suite) => suite.name);
      assert.equal(new Set(names).size, names.length);
      assert.ok(names.length > 0, tier);
    }
    assert.deepEqual(
      suites.filter((suite) => suite.tiers.length === 0),
      [],
    );
  });

  it('are all listed in docs/testing.md with their tiers', () => {
    const { installer, ...documented } = documentedTiers();
    assert.deepEqual(
      Object.fromEntries(suites.filter(({ name }) => name !== 'installer').map(({ name, tiers }) => [name, tiers])),
      documented,
    );
    // Compare the installer suite separately, because `suites` contains it only on Linux.
    assert.deepEqual(installer, ['full', 'long']);
  });

  it('can be chosen by the first words of their names', () => {
    assert.deepEqual(
      chooseSuites(['server']).map((suite) => suite.name),
      ['server', 'server on the embedded database'],
    );
    assert.deepEqual(chooseSuites(['nothing']), []);
  });
});
