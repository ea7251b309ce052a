import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readJson } from './project.mjs';
import { chooseSuites, suites } from './suites.mjs';

describe('the suites', () => {
  it('include every workspace that has tests', () => {
    const tested = readJson('package.json').workspaces.filter(
      (workspace) => readJson(workspace, 'package.json').scripts?.test !== undefined,
    );
    const listed = new Set(suites.map((suite) => suite.workspace));
    assert.deepEqual(
      tested.filter((workspace) => !listed.has(workspace)),
      [],
    );
  });

  it('run what knows the database on both databases', () => {
    for (const workspace of ['server', 'e2e']) {
      const databases = suites.filter((suite) => suite.workspace === workspace).map((suite) => suite.database);
      assert.deepEqual(new Set(databases), new Set(['PostgreSQL', 'embedded']));
    }
  });

  it('are chosen by how their names begin', () => {
    assert.deepEqual(
      chooseSuites(['server']).map((suite) => suite.name),
      ['server on PostgreSQL', 'server'],
    );
    assert.deepEqual(chooseSuites([]), suites);
    assert.deepEqual(chooseSuites(['nothing']), []);
  });
});
