import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startProgram } from '@sandpiper/testkit/program';
import { readyUrl } from '@sandpiper/testkit/readiness';
import { ensureServerBundle } from './build.ts';
import { serverBundle } from './server-bundle.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sandpiper-bundle-'));
after(() => rmSync(dataDir, { recursive: true }));

describe('the bundled server', () => {
  before(ensureServerBundle);

  it('finds its files, its packages and the programs that it starts', async () => {
    const start = (...args: string[]) =>
      startProgram('server', {
        args: [serverBundle, ...args],
        env: { ...process.env, DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: 'open sesame' },
      });
    const server = start();
    const url = await readyUrl(server, 300_000);
    assert.deepEqual(await (await fetch(`${url}/api/ready`)).json(), { status: 'ready' });
    assert.equal((await fetch(`${url}/api/docs/static/swagger-ui.css`)).status, 200);
    const backup = join(dataDir, 'backup.sql.gz');
    assert.deepEqual(await start('backup', backup).ended, { code: 0, signal: null });
    assert.ok(existsSync(backup));
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
  });

  it('refuses an unknown command with an error that names it, and exits with code 2', async () => {
    const refused = startProgram('server', { args: [serverBundle, 'nonsense'] });
    assert.equal((await refused.ended).code, 2);
    assert.match(refused.output(), /^"nonsense" isn't a command/);
  });
});
