import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { maxPagePackLength } from '@sandpiper/contract/page-pack';
import { createSigningKey, publicKeyOf, signPagePack } from '@sandpiper/testkit/page-pack-signing';
import { createLogger } from '../../platform/log.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { syncBody } from '../../testing/agent-calls.ts';
import { buildAgent, buildUser } from '../../testing/builders.ts';
import { testConfig } from '../../testing/config.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { findPagePack } from './page-pack.service.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-pages-'));
after(() => rm(folder, { recursive: true, force: true }));
const pagePackFile = join(folder, 'page-pack.json');
const server = await startBeside(await testServer(), { pagePackFile });

const key = createSigningKey();
const signed = signPagePack({ version: '2026-11-24' }, key);
const newer = signPagePack({ version: '2026-11-24.2' }, key);
const offer = (content: unknown) =>
  writeFile(pagePackFile, typeof content === 'string' ? content : JSON.stringify(content));
const withdraw = () => rm(pagePackFile, { force: true });

async function buildCaller() {
  const user = await buildUser(server.app);
  return { user, agent: await buildAgent(server.app, user) };
}
const sync = async (more: Parameters<typeof syncBody>[1] = {}) => {
  const { agent, user } = await buildCaller();
  return { user, answer: await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, more) }) };
};

describe('a page pack', () => {
  it('is offered to agents when they sync, and is downloaded exactly as it was signed', async () => {
    await offer(signed);
    const { agent } = await buildCaller();
    const { page_pack } = await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
    assert.deepEqual(page_pack, { version: signed.version, signature: signed.signature });
    assert.deepEqual(await server.call(agent, 'GET /api/agent/page-pack'), signed);
  });

  it('is read again when the file changes', async () => {
    await offer(signed);
    assert.equal((await sync()).answer.page_pack?.version, signed.version);
    await offer(newer);
    assert.equal((await sync()).answer.page_pack?.version, newer.version);
    await withdraw();
    assert.ok(!('page_pack' in (await sync()).answer));
  });

  it('is not found if the operator does not provide a page pack', async () => {
    await withdraw();
    const { agent } = await buildCaller();
    assert.equal((await server.refuse(agent, 'GET /api/agent/page-pack')).status, 404);
  });

  it('has a public key, which newly paired computers get only if the operator provides a page pack', async () => {
    const { user } = await buildCaller();
    const pair = async () => {
      const { device_code, user_code } = await server.call(null, 'POST /api/agent-pairing', {
        body: { device_name: 'Desk' },
      });
      await server.call(user, 'POST /api/agent-pairing/:code/approve', { params: { code: user_code } });
      return server.call(null, 'POST /api/agent-pairing/token', { body: { device_code } });
    };
    await offer(signed);
    assert.equal((await pair()).page_pack_key, publicKeyOf(key));
    await withdraw();
    assert.ok(!('page_pack_key' in (await pair())));
  });

  for (const [what, content] of [
    ['is cut off', JSON.stringify(signed).slice(0, -20)],
    ['is not signed', { version: signed.version, content: signed.content }],
    ['was changed after it was signed', { ...signed, content: signed.content.replace('24', '25') }],
    ['has the signature of another pack', { ...signed, signature: newer.signature }],
    ['names a different version than its content', { ...signed, version: '2026-11-25' }],
    ['is too large', JSON.stringify(signed) + ' '.repeat(6 * maxPagePackLength)],
  ] as const) {
    it(`is not offered, and one error is logged, when its file ${what}`, async () => {
      await offer(content);
      const complaints: unknown[] = [];
      const log = createLogger('silent');
      log.error = (...words: unknown[]) => complaints.push(words);
      const app = { config: { ...testConfig, pagePackFile }, log };
      assert.deepEqual([await findPagePack(app), await findPagePack(app)], [null, null]);
      assert.equal(complaints.length, 1);
      const { agent } = await buildCaller();
      assert.equal((await server.refuse(agent, 'GET /api/agent/page-pack')).status, 404);
      assert.ok(!('page_pack' in (await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) }))));
    });
  }
});

describe('what an agent reports about its page pack', () => {
  it('is shown to the agent’s user', async () => {
    const report = { version: '2026-11-23', refused: { version: '2026-11-24', reason: 'other_key' } } as const;
    const { user } = await sync({ page_pack: report });
    const { tokens } = await server.call(user, 'GET /api/agent-tokens');
    assert.deepEqual(tokens[0]?.page_pack, report);
  });

  it('is null for an agent that does not support page packs', async () => {
    const { user } = await sync();
    const { tokens } = await server.call(user, 'GET /api/agent-tokens');
    assert.equal(tokens[0]?.page_pack, null);
  });
});

describeAccess(server, [{ key: 'GET /api/agent/page-pack' }]);
