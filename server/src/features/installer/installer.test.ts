import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { createLogger } from '../../platform/log.ts';
import { testConfig } from '../../testing/config.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { listInstallerFiles } from './installer-files.ts';

const server = await testServer();
const directory = await mkdtemp(join(tmpdir(), 'sandpiper-installer-'));
after(() => rm(directory, { recursive: true, force: true }));
const content = Buffer.from([0x4d, 0x5a, 0, 255, 13, 10, ...Array.from({ length: 3000 }, () => 7)]);
await writeFile(join(directory, 'setup-1.2.3.exe'), content);
await writeFile(join(directory, '..secret'), 'not for anybody');
const kept = {
  kind: 'windows',
  file_name: 'setup-1.2.3.exe',
  version: '1.2.3',
  size_bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
} as const;
await writeFile(
  join(directory, 'manifest.json'),
  JSON.stringify({ files: [kept, { ...kept, kind: 'npm', file_name: 'not-there.tgz' }] }),
);
const instagramUrl = 'http://127.0.0.1:4000';
const built = await startBeside(server, { installerDir: directory, sandbox: true, instagramUrl });

async function ticketUrl(at: TestServer, user: TestUser): Promise<string> {
  return (await at.call(user, 'POST /api/installer/ticket', { body: { kind: 'windows' } })).url;
}

describe('the installer', () => {
  it('is listed with its version, size and digest on a server that has it', async () => {
    const user = await buildUser(built.app);
    assert.deepEqual((await built.call(user, 'GET /api/installer')).files, [kept]);
  });

  it('is listed with the imitation Instagram’s address if the sandbox server knows it', async () => {
    const user = await buildUser(built.app);
    assert.equal((await built.call(user, 'GET /api/installer')).instagram_url, instagramUrl);
  });

  it('is not listed on a server built without it', async () => {
    const user = await buildUser(server.app);
    assert.deepEqual(await server.call(user, 'GET /api/installer'), { files: [], instagram_url: null, help_url: null });
    assert.equal((await server.refuse(user, 'POST /api/installer/ticket')).status, 404);
    const other = await built.refuse(await buildUser(built.app), 'POST /api/installer/ticket', {
      body: { kind: 'npm' },
    });
    assert.equal(other.error, "This download isn't available on this server.");
  });

  it('can be downloaded in full with a ticket and no session, but only once', async () => {
    const url = await ticketUrl(built, await buildUser(built.app));
    const reply = await built.send(null, { method: 'GET', url });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.raw, content);
    assert.equal(reply.headers['content-type'], 'application/octet-stream');
    assert.equal(reply.headers['content-disposition'], 'attachment; filename="setup-1.2.3.exe"');
    const again = await built.send(null, { method: 'GET', url });
    assert.equal(again.status, 400);
    assert.match(again.text, /"code":"expired_code"/);
  });

  it('can still be downloaded after a link checker has requested its headers', async () => {
    const url = await ticketUrl(built, await buildUser(built.app));
    assert.equal((await built.send(null, { method: 'HEAD', url })).status, 404);
    assert.equal((await built.send(null, { method: 'GET', url })).status, 200);
  });

  it('is not compressed even for a browser that accepts compression, because the browser would unpack a .tgz', async () => {
    const url = await ticketUrl(built, await buildUser(built.app));
    const reply = await built.send(null, { method: 'GET', url, headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(reply.headers['content-encoding'], undefined);
    assert.equal(reply.headers['content-length'], String(content.length));
    assert.deepEqual(reply.raw, content);
  });

  it('is downloaded only once, even if several calls use its ticket at the same time', async () => {
    const url = await ticketUrl(built, await buildUser(built.app));
    const replies = await Promise.all(Array.from({ length: 5 }, () => built.send(null, { method: 'GET', url })));
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400, 400, 400],
    );
  });

  it('is refused for a ticket that has expired or was made up, or whose owner was deactivated', async () => {
    const user = await buildUser(built.app);
    const expired = await ticketUrl(built, user);
    await built.app.db
      .updateTable('installer_tickets')
      .set({ expires_at: new Date(0) })
      .execute();
    const orphaned = await ticketUrl(built, user);
    await built.app.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    for (const url of [expired, orphaned, '/api/installer/download?ticket=made-up']) {
      assert.equal((await built.send(null, { method: 'GET', url })).status, 400, url);
    }
  });

  it('is downloaded with a ticket of which only the hash is stored', async () => {
    const url = await ticketUrl(built, await buildUser(built.app));
    const rows = await built.app.db.selectFrom('installer_tickets').select('token_hash').execute();
    const token = url.split('=')[1] ?? '';
    assert.ok(rows.length > 0 && rows.every((row) => row.token_hash.length === 32));
    assert.ok(rows.every((row) => !row.token_hash.toString('latin1').includes(token)));
  });

  it('cannot be downloaded while its file is damaged, and each attempt is logged', async () => {
    const installerDir = await mkdtemp(join(directory, 'damaged-'));
    const file = join(installerDir, kept.file_name);
    await writeFile(join(installerDir, 'manifest.json'), JSON.stringify({ files: [kept] }));
    await writeFile(file, content);
    const at = await startBeside(server, { installerDir });
    const [user, admin] = [await buildUser(at.app), await buildUser(at.app, { role: 'admin' })];
    const log: string[] = [];
    at.app.log.error = (...words: unknown[]) => log.push(JSON.stringify(words));
    const url = await ticketUrl(at, user);
    // Keep the file's size, so that only the content differs.
    await writeFile(file, content.toReversed());
    await utimes(file, 1, 1);
    const refused = await at.send(null, { method: 'GET', url });
    assert.equal(refused.status, 503);
    assert.match(refused.text, /is damaged on the server.*Tell your administrator/);
    const refusal = async (of: TestUser): Promise<string> =>
      (await at.refuse(of, 'POST /api/installer/ticket', { body: { kind: 'windows' } })).error;
    assert.match(await refusal(user), /Tell your administrator/);
    assert.match(await refusal(admin), /Build the downloads again: npm start -- --with-downloads/);
    const complaints = log.filter((line) => line.includes('a download is damaged'));
    assert.equal(complaints.length, 3);
    assert.match(complaints[0] ?? '', new RegExp(`"expected":"${kept.sha256}"`));
    await writeFile(file, content);
    assert.deepEqual((await at.send(null, { method: 'GET', url: await ticketUrl(at, user) })).raw, content);
  });

  it('can be downloaded during a build, when the file is already new but the manifest is still old', async () => {
    const installerDir = await mkdtemp(join(directory, 'rebuilt-'));
    const manifest = join(installerDir, 'manifest.json');
    await writeFile(manifest, JSON.stringify({ files: [kept] }));
    await writeFile(join(installerDir, kept.file_name), content);
    const at = await startBeside(server, { installerDir });
    const log: unknown[] = [];
    at.app.log.error = (...words: unknown[]) => log.push(words);
    const url = await ticketUrl(at, await buildUser(at.app));
    const rebuilt = Buffer.concat([content, content]);
    await writeFile(join(installerDir, kept.file_name), rebuilt);
    const sha256 = createHash('sha256').update(rebuilt).digest('hex');
    await writeFile(`${manifest}.new`, JSON.stringify({ files: [{ ...kept, sha256 }] }));
    const [reply] = await Promise.all([
      at.send(null, { method: 'GET', url }),
      setTimeout(300).then(() => rename(`${manifest}.new`, manifest)),
    ]);
    assert.deepEqual(reply.raw, rebuilt);
    assert.equal(reply.headers['content-length'], String(rebuilt.length));
    assert.deepEqual(log, []);
  });

  for (const [what, manifest] of [
    ['points outside its folder', JSON.stringify({ files: [{ ...kept, file_name: '../secret' }] })],
    ['has the wrong format', '{"files":{}}'],
    ['is cut off', '{"files":['],
  ] as const) {
    it(`is not listed, and an error is logged, when its manifest ${what}`, async () => {
      const installerDir = await mkdtemp(join(directory, 'bad-'));
      await writeFile(join(installerDir, 'manifest.json'), manifest);
      const bad = await startBeside(server, { installerDir });
      const user = await buildUser(bad.app);
      assert.deepEqual((await bad.call(user, 'GET /api/installer')).files, []);
      assert.equal((await bad.refuse(user, 'POST /api/installer/ticket')).status, 404);
      const complaints: unknown[] = [];
      const log = createLogger('silent');
      log.error = (...words: unknown[]) => complaints.push(words);
      assert.deepEqual(await listInstallerFiles({ config: { ...testConfig, installerDir }, log }), []);
      assert.equal(complaints.length, 1);
    });
  }

  it('is refused to users whose subscription has ended, with an error that tells them to renew', async () => {
    const user = await buildUser(built.app, { subscription_end_date: '2020-01-01' });
    const refusal = await built.refuse(user, 'POST /api/installer/ticket', { body: { kind: 'windows' } });
    assert.equal(refusal.error, 'Your subscription has expired. Please renew to download Sandpiper Agent.');
  });
});

describeAccess(built, [
  { key: 'GET /api/installer' },
  { key: 'POST /api/installer/ticket', input: () => Promise.resolve({ body: { kind: 'windows' } }) },
]);
