import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountPassword } from '../../platform/secrets/sealed-owners.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

const newAccount = () => ({ profile_name: uniqueName('account-'), profile_path: `/profiles/${uniqueName('p')}` });

const storedRow = (id: number) =>
  app.db.selectFrom('profiles').select('insta_password_sealed').where('id', '=', id).executeTakeFirstOrThrow();

describe('accounts', () => {
  it('can be added and changed, and never reveal a password', async () => {
    const user = await buildUser(app);
    const body = { ...newAccount(), insta_username: ' @Shop', insta_password: 'secret words' };
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    assert.equal(profile.is_active, 1);
    assert.equal(profile.insta_username, 'shop');
    assert.equal(profile.has_password, true);
    const { profiles } = await server.call(user, 'GET /api/profiles');
    assert.ok(!JSON.stringify(profiles).includes('secret words'));
    const { insta_password_sealed: sealed } = await storedRow(profile.id);
    assert.ok(sealed !== null && !sealed.includes('secret words'));

    const params = { id: profile.id };
    await server.call(user, 'PUT /api/profiles/:id', { params, body: { ...body, insta_password: '' } });
    const kept = (await storedRow(profile.id)).insta_password_sealed;
    assert.equal(kept === null ? null : app.secrets.open(kept, accountPassword(user.id, profile.id)), 'secret words');
  });

  it('cannot have an invalid Instagram username', async () => {
    const user = await buildUser(app);
    const save = (insta_username: string) =>
      server.refuse(user, 'POST /api/profiles', { body: { ...newAccount(), insta_username } });
    assert.match((await save('two words!')).fields?.['insta_username'] ?? '', /letters, digits/);
    assert.match((await save('@Studio.Möwe')).fields?.['insta_username'] ?? '', /letters, digits/);
    assert.match((await save('explore')).fields?.['insta_username'] ?? '', /one of Instagram's own pages/);
  });

  it('keep the fields that a change leaves out', async () => {
    const user = await buildUser(app);
    const body = { ...newAccount(), insta_username: 'shop', insta_password: 'secret words' };
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    const params = { id: profile.id };
    const moved = newAccount().profile_path;
    for (const changes of [{ profile_name: 'Shop' }, { daily_limit: 7 }, { profile_path: moved }, {}]) {
      await server.call(user, 'PUT /api/profiles/:id', { params, body: changes });
    }
    const expected = { ...profile, profile_name: 'Shop', profile_path: moved, daily_limit: 7 };
    assert.deepEqual((await server.call(user, 'GET /api/profiles')).profiles, [expected]);
    const blank = { profile_name: ' ', profile_path: '' };
    const { fields } = await server.refuse(user, 'PUT /api/profiles/:id', { params, body: blank });
    const texts = { profile_name: 'Profile name is required', profile_path: 'Profile path is required' };
    assert.deepEqual(fields, texts);
  });

  it('cannot share a Firefox profile, even after an edit', async () => {
    const user = await buildUser(app);
    const body = newAccount();
    await server.call(user, 'POST /api/profiles', { body });
    const { id } = await buildAccount(app, user);
    for (const refusal of [
      await server.refuse(user, 'POST /api/profiles', { body }),
      await server.refuse(user, 'PUT /api/profiles/:id', { params: { id }, body }),
    ]) {
      assert.deepEqual([refusal.code, Object.keys(refusal.fields ?? {})], ['name_taken', ['profile_path']]);
      assert.match(
        refusal.error,
        /with this path, perhaps on another computer\. Choose a profile with a different path\.$/,
      );
    }
  });

  it('cannot share an Instagram account, no matter how its username is written', async () => {
    const user = await buildUser(app);
    await server.call(user, 'POST /api/profiles', { body: { ...newAccount(), insta_username: '@Shop.One' } });
    const { id } = await buildAccount(app, user);
    for (const insta_username of ['shop.one', '@SHOP.ONE', ' Shop.one ']) {
      const body = { ...newAccount(), insta_username };
      for (const refusal of [
        await server.refuse(user, 'POST /api/profiles', { body }),
        await server.refuse(user, 'PUT /api/profiles/:id', { params: { id }, body }),
      ]) {
        assert.deepEqual([refusal.code, Object.keys(refusal.fields ?? {})], ['name_taken', ['insta_username']]);
      }
    }
    const stranger = await buildUser(app);
    await server.call(stranger, 'POST /api/profiles', { body: { ...newAccount(), insta_username: 'shop.one' } });
  });

  it('do not need an Instagram username', async () => {
    const user = await buildUser(app);
    for (const insta_username of ['', '@', undefined]) {
      const body = { ...newAccount(), ...(insta_username === undefined ? {} : { insta_username }) };
      assert.equal((await server.call(user, 'POST /api/profiles', { body })).profile.insta_username, null);
    }
  });

  it('are added only once if several requests add the same Instagram account at once', async () => {
    const user = await buildUser(app);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.send(user, {
          method: 'POST',
          url: '/api/profiles',
          body: { ...newAccount(), insta_username: 'shop' },
        }),
      ),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409]);
  });

  it('are limited to ten in the starter pack, even if all are added at once', async () => {
    const user = await buildUser(app);
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => server.send(user, { method: 'POST', url: '/api/profiles', body: newAccount() })),
    );
    assert.equal(replies.filter((reply) => reply.status === 200).length, 10);
    const refused = replies.filter((reply) => reply.text.includes('pack_limit_reached'));
    assert.equal(refused.length, 4);
    assert.match(
      refused[0]?.text ?? '',
      /The Starter pack allows 10 accounts\. Upgrade to Pro for unlimited accounts\./,
    );
    const info = await server.call(user, 'GET /api/profiles/pack-info');
    assert.deepEqual(info, {
      currentProfileCount: 10,
      canAddMore: false,
      pack: 'starter',
      packInfo: { name: 'Starter', maxProfiles: 10 },
      maxPerAccountPerDay: 150,
    });
  });

  it('cannot use the user’s personal Firefox profile, even after an edit', async () => {
    const user = await buildUser(app);
    const { id } = await buildAccount(app, user);
    const body = { ...newAccount(), profile_path: '/p/ab12cd34.default-esr' };
    const added = await server.refuse(user, 'POST /api/profiles', { body });
    assert.deepEqual([added.code, Object.keys(added.fields ?? {})], ['validation_failed', ['profile_path']]);
    const changed = await server.refuse(user, 'PUT /api/profiles/:id', { params: { id }, body });
    assert.deepEqual([changed.code, Object.keys(changed.fields ?? {})], ['validation_failed', ['profile_path']]);
    assert.equal((await server.call(user, 'GET /api/profiles/pack-info')).currentProfileCount, 1);
  });

  it('can have a name that Firefox uses for its own profiles', async () => {
    const user = await buildUser(app);
    const body = { ...newAccount(), profile_name: 'default-release' };
    assert.equal((await server.call(user, 'POST /api/profiles', { body })).profile.profile_name, 'default-release');
  });

  it('need a name and a path, and the reply has an error for each missing field', async () => {
    const user = await buildUser(app);
    const refusal = await server.refuse(user, 'POST /api/profiles', { body: { profile_name: ' ', profile_path: '' } });
    assert.deepEqual(refusal.fields, {
      profile_name: 'Profile name is required',
      profile_path: 'Profile path is required',
    });
  });

  it('are searched by name, path and Instagram username, with % and _ matched literally', async () => {
    const user = await buildUser(app);
    const shop = await buildAccount(app, user, { profile_name: 'Shop 100%', profile_path: '/p/one' });
    const blog = await buildAccount(app, user, {
      profile_name: 'Blog',
      profile_path: '/p/shop_two',
      insta_username: 'tide.letters',
    });
    const found = async (search: string) =>
      (await server.call(user, 'GET /api/profiles', { query: { search } })).profiles.map(({ id }) => id);
    assert.deepEqual(await found('sHOP'), [shop.id, blog.id]);
    assert.deepEqual(await found('0%'), [shop.id]);
    assert.deepEqual(await found('p_t'), [blog.id]);
    assert.deepEqual(await found('LETTERS'), [blog.id]);
    const hats = await buildAccount(app, user, { insta_username: 'hats.outlet' });
    assert.deepEqual(await found('@Hats'), [hats.id]);
    const exact = await buildAccount(app, user, { profile_name: 'SHOP' });
    assert.deepEqual(
      await found('Shop'),
      [exact.id, shop.id, blog.id],
      'an account with exactly this name comes first',
    );
    const own = await buildAccount(app, user, { insta_username: 'p' });
    assert.equal((await found('@P'))[0], own.id, 'an account with exactly this username comes first');
  });

  it('are unlimited in the pro pack', async () => {
    const user = await buildUser(app, { pack: 'pro' });
    for (let number = 0; number < 11; number += 1)
      await server.call(user, 'POST /api/profiles', { body: newAccount() });
    assert.equal((await server.call(user, 'GET /api/profiles/pack-info')).packInfo.maxProfiles, null);
  });

  it('lose their stored password when the user removes it or changes the Instagram username', async () => {
    const user = await buildUser(app);
    const account = { ...newAccount(), insta_username: 'shop', insta_password: 'secret words' };
    const { profile } = await server.call(user, 'POST /api/profiles', { body: account });
    const save = async (changes: { insta_username?: string; insta_password?: string | null }) => {
      const body = { profile_name: account.profile_name, profile_path: account.profile_path, ...changes };
      const answer = await server.call(user, 'PUT /api/profiles/:id', { params: { id: profile.id }, body });
      return answer.profile.has_password;
    };
    assert.equal(await save({ insta_password: '' }), true);
    assert.equal(await save({ insta_username: '@Shop' }), true);
    assert.equal(await save({ insta_password: null }), false);
    assert.equal(await save({ insta_password: 'other words' }), true);
    assert.equal(await save({ insta_username: 'store', insta_password: '' }), false);
    assert.equal(await save({ insta_username: 'outlet', insta_password: 'new words' }), true);
    assert.equal(await save({ insta_username: '' }), false);
  });

  it('keep a password that was stored without a username when the username is added', async () => {
    const user = await buildUser(app);
    const account = { ...newAccount(), insta_password: 'secret words' };
    const { profile } = await server.call(user, 'POST /api/profiles', { body: account });
    const params = { id: profile.id };
    const named = await server.call(user, 'PUT /api/profiles/:id', { params, body: { insta_username: 'shop' } });
    assert.deepEqual([named.profile.insta_username, named.profile.has_password], ['shop', true]);
  });

  it('are listed page by page, or all at once if no page number is given', async () => {
    const user = await buildUser(app, { pack: 'pro' });
    for (let number = 0; number < 120; number += 1) await buildAccount(app, user);
    assert.equal((await server.call(user, 'GET /api/profiles')).profiles.length, 120);
    const second = await server.call(user, 'GET /api/profiles', { query: { page: 2, limit: 50 } });
    assert.equal(second.profiles.length, 50);
    assert.deepEqual(second.pagination, { currentPage: 2, totalPages: 3, totalItems: 120, itemsPerPage: 50 });
  });

  it('cannot be removed while a running campaign uses them, but can be removed once it is paused', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const { id } = await buildCampaignRow(app, user, { status: 'running', name: 'Busy', accounts: [account] });
    const params = { id: account.id };
    const refusal = await server.refuse(user, 'DELETE /api/profiles/:id', { params });
    assert.equal(refusal.code, 'invalid_state');
    assert.equal(refusal.error, 'The campaign "Busy" is using this account. Pause the campaign first.');
    const { profiles } = await server.call(user, 'GET /api/profiles');
    assert.deepEqual(profiles[0]?.in_use_by, { id, name: 'Busy' });
    await server.call(user, 'PUT /api/campaigns/:id/status', { params: { id }, body: { status: 'paused' } });
    await server.call(user, 'DELETE /api/profiles/:id', { params });
    assert.deepEqual((await server.call(user, 'GET /api/profiles')).profiles, []);
  });

  it('can be switched on when they are already on, and off when they are already off', async () => {
    const user = await buildUser(app);
    const { id } = await buildAccount(app, user);
    for (const is_active of [false, false, true, true]) {
      const input = { params: { id }, body: { is_active } };
      const { profile } = await server.call(user, 'PUT /api/profiles/:id/toggle', input);
      assert.equal(profile.is_active, is_active ? 1 : 0);
    }
  });

  it('pause their campaign only when the last account is switched off', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'running', accounts: 2 });
    const statuses: string[] = [];
    for (const account of accounts) {
      const { profile } = await server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: account.id } });
      assert.equal(profile.is_active, 0);
      statuses.push((await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign.status);
    }
    assert.deepEqual(statuses, ['running', 'paused']);
  });
});

const withAccount = async (owner: TestUser) => ({ params: { id: (await buildAccount(app, owner)).id } });

describeAccess(server, [
  { key: 'GET /api/profiles' },
  { key: 'POST /api/profiles', input: () => Promise.resolve({ body: newAccount() }) },
  {
    key: 'PUT /api/profiles/:id',
    input: async (owner) => ({ ...(await withAccount(owner)), body: newAccount() }),
    isOwned: true,
  },
  { key: 'DELETE /api/profiles/:id', input: withAccount, isOwned: true },
  { key: 'PUT /api/profiles/:id/toggle', input: withAccount, isOwned: true },
  { key: 'GET /api/profiles/pack-info' },
]);
