import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withConnection } from '@sandpiper/testkit/databases';
import { root } from '../bootstrap/project.mjs';
import { startPostgres } from './postgres.ts';

type Answer = { encoding: string; folder: string; connections: string; sorted: string };

function ask(url: string, question: string): Promise<Answer[]> {
  return withConnection(url, async (client) => (await client.query<Answer>(question)).rows);
}

describe('a PostgreSQL server for one run', { timeout: 120_000 }, () => {
  it('answers at its URL, uses UTF-8, sorts as most servers do, and is removed with its folder when stopped', async () => {
    const postgres = await startPostgres();
    const rows = await ask(
      postgres.url,
      `select current_setting('server_encoding') as encoding, current_setting('data_directory') as folder,
              current_setting('max_connections') as connections,
              (select string_agg(name, ' ' order by name) from unnest(array['b', '_c', '#d', 'B', 'a']) name) as sorted`,
    );
    assert.equal(rows[0]?.encoding, 'UTF8');
    assert.equal(rows[0].connections, '200');
    assert.equal(rows[0].sorted, 'a b B _c #d');
    await postgres.stop();
    await assert.rejects(ask(postgres.url, 'select 1'), { code: 'ECONNREFUSED' });
    const [, parent = '', folder = ''] = /^(.*)\/(sandpiper-postgres-[^/]+)\/data$/.exec(rows[0].folder) ?? [];
    assert.notEqual(folder, '');
    assert.ok(!readdirSync(parent).includes(folder));
  });

  it('stops and starts again at the same URL, with its data and settings', async () => {
    const postgres = await startPostgres({ settings: ['max_connections=30'] });
    await ask(postgres.url, 'create table kept as select 7 as folder');
    await postgres.end();
    assert.ok(postgres.hasEnded());
    await assert.rejects(ask(postgres.url, 'select 1'), { code: 'ECONNREFUSED' });
    await postgres.begin();
    assert.ok(!postgres.hasEnded());
    const rows = await ask(
      postgres.url,
      `select '' as encoding, folder, current_setting('max_connections') as connections, '' as sorted from kept`,
    );
    assert.deepEqual([rows[0]?.folder, rows[0]?.connections], [7, '30']);
    await postgres.stop();
  });

  it("is available to the command that with-postgres runs, and with-postgres exits with that command's exit code", async () => {
    const print = 'console.log(process.env.TEST_DATABASE_URL); process.exit(4)';
    const script = join(root, 'scripts', 'with-postgres.ts');
    const child = spawn(process.execPath, [script, process.execPath, '-e', print], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await once(child, 'close');
    assert.equal(child.exitCode, 4);
    assert.match(printed, /^postgresql:\/\/sandpiper@127\.0\.0\.1:\d+\/postgres\n$/);
  });
});
