import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startProgram } from '@sandpiper/testkit/program';
import { readyUrl } from '@sandpiper/testkit/readiness';
import { root } from '../bootstrap/project.mjs';
import { bundleServer } from './server-bundle.ts';

// The bundle finds its files relative to itself, so it has to be within the project.
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache', 'server-bundle-'));
const dataDir = mkdtempSync(join(tmpdir(), 'sandpiper-bundle-'));
const file = join(folder, 'main.cjs');
after(() => {
  rmSync(folder, { recursive: true });
  rmSync(dataDir, { recursive: true });
});

describe('the bundled server', () => {
  it('finds its files, its packages and the programs that it starts', async () => {
    await bundleServer(file);
    const start = (...args: string[]) =>
      startProgram('server', {
        args: [file, ...args],
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
    const refused = startProgram('server', { args: [file, 'nonsense'] });
    assert.equal((await refused.ended).code, 2);
    assert.match(refused.output(), /^"nonsense" is not a command/);
  });
});
