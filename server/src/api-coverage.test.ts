import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { testServer } from './testing/test-server.ts';

/* Compares docs/api-coverage.md with the contract and the tests. */

const root = new URL('../../', import.meta.url);
const server = await testServer();
const calls: [key: string, endpoint: Endpoint][] = Object.entries(api);

type Row = { key: string; who: string; file: string; test: string };

async function coverageRows(): Promise<Row[]> {
  const page = await readFile(new URL('docs/api-coverage.md', root), 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const cells = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
    const [, key = '', , who = '', file = '', test = ''] = cells;
    return { key, who, file, test };
  });
}

const rows = await coverageRows();
const people = { public: 'anyone', user: 'signed in', admin: 'administrator', agent: 'agent' };

describe('the table in docs/api-coverage.md', () => {
  it('contains each call in the contract exactly once, and no others', () => {
    const inTable = rows.map(({ key }) => key).toSorted();
    assert.deepEqual(inTable, calls.map(([key]) => key).toSorted());
  });

  it('states who may make each call', () => {
    for (const [key, { access, needsSubscription }] of calls) {
      const who = needsSubscription === true ? `${people[access]}, subscribed` : people[access];
      assert.equal(rows.find((row) => row.key === key)?.who, who, key);
    }
  });

  it('names tests that exist', async () => {
    for (const { key, file, test } of rows) {
      const source = await readFile(new URL(file, root), 'utf8');
      assert.ok(test !== '' && source.includes(`it('${test}'`), `${key}: ${file} has no test "${test}"`);
    }
  });
});

describe('each call in the contract', () => {
  it('has a handler, and each handler belongs to a call', () => {
    assert.deepEqual([...server.app.boundCalls].toSorted(), calls.map(([key]) => key).toSorted());
  });

  it('is tested with callers who don’t have permission, unless it is public', async () => {
    const folder = new URL('server/src/', root);
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.test.ts'));
    const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
    const withAccess = sources.filter((source) => source.includes('describeAccess('));
    const untried = calls.filter(
      ([key, { access }]) => access !== 'public' && !withAccess.some((source) => source.includes(`key: '${key}'`)),
    );
    assert.deepEqual(
      untried.map(([key]) => key),
      [],
    );
  });
});
