import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { createSweep } from '../../sweep.ts';
import { takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildUser } from '../../testing/builders.ts';
import { testConfig } from '../../testing/config.ts';
import { sealWithoutId } from '../../testing/earlier-versions.ts';
import { startBeside, startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { buildTwoFactorUser, challengeFor } from '../../testing/two-factor.ts';
import { listEarlierSealed, replaceSealed, sealedPlaces } from '../database/sealed-values.store.ts';
import { countByKey, dropUnreadable, resealSome } from './resealing.ts';
import { accountPassword } from './sealed-owners.ts';
import { createSecretBox } from './secret-box.ts';
import { fixedKeys, serverKeyOf } from './server-keys.ts';

const first = testConfig.secretKey ?? '';
const second = 'the second secret of these tests, long enough';
const lost = 'a secret that the servers have lost forever';
const idOf = (secret: string) => serverKeyOf(secret).id;

/** Starts a server with a user who has a stored account password and an unsent email, and another user who has two-factor sign-in. */
async function filledServer(sealPassword = (at: TestServer) => at.app.secrets.seal) {
  const server = await startTestServer();
  const user = await buildUser(server.app);
  const account = await buildAccount(server.app, user, { insta_username: 'shop' });
  const store = (sealed: Buffer | null, id = account.id) =>
    server.app.db.updateTable('profiles').set({ insta_password_sealed: sealed }).where('id', '=', id).execute();
  await store(sealPassword(server)('words', accountPassword(user.id, account.id)));
  const coded = await buildTwoFactorUser(server);
  const content = JSON.stringify({ to: 'a@example.com', subject: 's', text: 't', html: 'h' });
  const sealed = server.app.secrets.seal(content, `mails of ${user.id}`);
  await server.app.db.insertInto('outgoing_mails').values({ user_id: user.id, purpose: 'notices', sealed }).execute();
  return { server, user, account, coded, store };
}

/** Starts a sign-in of the account. Returns the response with which its agent gets the stored password. */
async function releasedPassword(at: TestServer, user: { id: number; token: string }, account: { id: number }) {
  await at.app.db.deleteFrom('agent_requests').where('user_id', '=', user.id).execute();
  const agent = await buildComputer(at.app, user);
  await at.send(user, { method: 'POST', url: `/api/profiles/${account.id}/sign-in` });
  await takeRequest(at, agent);
  return at.send(agent, { method: 'POST', url: `/api/agent/profiles/${account.id}/credentials` });
}

describe('a key rotation', () => {
  it('includes every column that contains encrypted values', async () => {
    const { app } = await startTestServer();
    const { rows } = await sql<{ place: string }>`
      SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = 'public' AND udt_name = 'bytea' AND column_name NOT LIKE '%\_hash' AND column_name <> 'payload'
    `.execute(app.db);
    assert.deepEqual(
      rows.map(({ place }) => place).toSorted(),
      sealedPlaces.map(({ table, column }) => `${table}.${column}`).toSorted(),
    );
  });

  it('continues after an interruption, while servers with both keys run, until nothing needs the earlier key', async () => {
    const { server, user, account, coded } = await filledServer();
    const later = await startBeside(server, { secretKey: second, otherSecretKeys: [first] });
    const { db, secrets } = later.app;
    const all = [...(await countByKey(db)).values()].reduce((sum, number) => sum + number, 0);
    assert.equal(all, 4);
    assert.deepEqual(await resealSome(db, secrets, 1), { resealed: 1, unreadable: 0, isDone: false });
    assert.deepEqual(
      [(await countByKey(db)).get(idOf(second)), (await countByKey(db)).get(idOf(first))],
      [1, 3],
      'the first batch was kept',
    );
    assert.equal((await releasedPassword(later, user, account)).status, 200);
    await createSweep(later.app, () => Promise.resolve()).run();
    assert.deepEqual(await countByKey(db), new Map([[idOf(second), all]]));

    const alone = await startBeside(server, { secretKey: second });
    assert.match((await releasedPassword(alone, user, account)).text, /"insta_password":"words"/);
    const challenge = (await challengeFor(alone, coded)) ?? '';
    await alone.call(null, 'POST /api/auth/two-factor', { body: { challenge, code: coded.app.nextCode() } });
    assert.equal(alone.app.personKeys(user.id, 'ana'), server.app.personKeys(user.id, 'ana'));
  });

  it('gives values from earlier versions a key ID, and binds passwords to their account', async () => {
    const { server, user, account, store } = await filledServer();
    await store(sealWithoutId(first, 'older words', `profiles of ${user.id}`));
    const { db, secrets } = server.app;
    assert.match((await releasedPassword(server, user, account)).text, /"insta_password":"older words"/);
    assert.deepEqual(await resealSome(db, secrets), { resealed: 1, unreadable: 0, isDone: true });
    assert.equal((await countByKey(db)).has(null), false);
    assert.match((await releasedPassword(server, user, account)).text, /"insta_password":"older words"/);
    const other = await buildAccount(server.app, user);
    const row = await db
      .selectFrom('profiles')
      .select('insta_password_sealed')
      .where('id', '=', account.id)
      .executeTakeFirst();
    await store(row?.insta_password_sealed ?? null, other.id);
    assert.equal((await releasedPassword(server, user, other)).status, 409, 'no other account gets this password');
  });

  it('does not replace a value that changes in the meantime', async () => {
    const { server, account, user, store } = await filledServer();
    const secrets = createSecretBox(fixedKeys(second, first));
    const place = sealedPlaces.find(({ table }) => table === 'profiles') ?? assert.fail();
    const header = secrets.currentHeader();
    const [row] = await listEarlierSealed(server.app.db, place, { after: null, header, limit: 10 });
    assert.ok(row);
    await store(server.app.secrets.seal('new words', accountPassword(user.id, account.id)));
    assert.equal(await replaceSealed(server.app.db, place, row, secrets.seal('words', 'whatever')), false);
    assert.match((await releasedPassword(server, user, account)).text, /"insta_password":"new words"/);
  });
});

describe('if the key for encrypted values is missing', () => {
  const sealWithLostKey = () => createSecretBox(fixedKeys(lost)).seal;

  it('agents and users of two-factor sign-in get a readable error, recovery codes work, and a key rotation continues', async () => {
    const { server, user, account, coded } = await filledServer(sealWithLostKey);
    const { db, secrets } = server.app;
    const reply = await releasedPassword(server, user, account);
    assert.equal(reply.status, 409, reply.text);
    assert.match(reply.text, /its encryption key is missing\. Enter the password again/);
    const sealed = createSecretBox(fixedKeys(lost)).seal('ABCD', `two-factor secret of ${coded.id}`);
    await db.updateTable('two_factor_secrets').set({ sealed }).where('user_id', '=', coded.id).execute();
    const enter = async (code: string) => ({ body: { challenge: (await challengeFor(server, coded)) ?? '', code } });
    const refusal = await server.refuse(null, 'POST /api/auth/two-factor', await enter(coded.app.nextCode()));
    assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    await server.call(null, 'POST /api/auth/two-factor', await enter(coded.recoveryCodes[0] ?? ''));
    const next = createSecretBox(fixedKeys(second, first));
    assert.deepEqual(await resealSome(db, next), { resealed: 2, unreadable: 2, isDone: true });
    assert.equal(secrets.currentHeader().equals(next.currentHeader()), false);
  });

  it('no server starts until the operator gives up the lost values', async () => {
    const { server, user, account, coded } = await filledServer(sealWithLostKey);
    await assert.rejects(startBeside(server, { secretKey: second }), /encrypted with the key [0-9a-f]{16}/);
    const { db } = server.app;
    const dropped = await dropUnreadable(db, createSecretBox(fixedKeys(second)));
    assert.deepEqual(
      dropped,
      new Map([
        ['kept_keys', 1],
        ['profiles', 1],
        ['outgoing_mails', 1],
      ]),
    );
    const next = await startBeside(server, { secretKey: second });
    assert.match((await releasedPassword(next, user, account)).text, /"insta_password":null/);
    const body = { challenge: (await challengeFor(next, coded)) ?? '', code: coded.recoveryCodes[0] ?? '' };
    await next.call(null, 'POST /api/auth/two-factor', { body });
    assert.deepEqual(await dropUnreadable(db, next.app.secrets), new Map());
  });
});
