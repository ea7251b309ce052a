import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeDue } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** Sets up two accounts. The second account has already messaged `anna` and `ben`. The new campaign also includes `cleo`. */
async function secondCampaign() {
  const first = await scene({ recipients: ['anna', 'ben'], accounts: 2 });
  const [one, two] = first.campaign.accounts;
  assert.ok(one && two);
  await first.sendOne(two.id);
  await first.sendOne(two.id);
  const { list } = await server.call(first.user, 'POST /api/lists', { body: { name: 'Next' } });
  await server.call(first.user, 'POST /api/recipients/bulk', {
    body: { list_id: list.id, recipients: ['anna', 'ben', 'cleo'] },
  });
  const next = await first.another({ listId: list.id, content: 'Another text', accounts: [one, two] });
  for (const account of [one, two]) await makeDue(app, account);
  const claimed = async (account: { id: number }) => {
    await makeDue(app, account);
    const answer = await first.claim(account.id);
    return answer.delivery?.recipient ?? reasonOf(answer);
  };
  const setTwo = (values: object) => app.db.updateTable('profiles').set(values).where('id', '=', two.id).execute();
  return { ...first, next, one, two, claimed, setTwo };
}

describe('a person previously contacted by another account of the campaign', () => {
  it('is reserved for that account, and the other accounts take the next people', async () => {
    const { one, two, claimed } = await secondCampaign();
    assert.equal(await claimed(one), 'cleo');
    assert.equal(await claimed(two), 'anna');
  });

  it('makes other accounts wait once they have nobody else to message, and the campaign page says so', async () => {
    const { one, two, sendOne, claimed, view, next } = await secondCampaign();
    assert.equal((await sendOne(one.id)).recipient, 'cleo');
    assert.equal(await claimed(one), 'kept_for_account');
    const accounts = (await view(next.id)).accounts.map(({ profile_id, reason }) => [profile_id, reason]);
    assert.deepEqual(accounts, [
      [one.id, 'kept_for_account'],
      [two.id, null],
    ]);
    await sendOne(two.id);
    await sendOne(two.id);
    assert.equal((await view(next.id)).status, 'completed');
  });

  for (const [state, values] of [
    ['switched off', { is_active: false }],
    ['removed', { deleted_at: new Date() }],
    ['on hold until its owner ends it', { hold_reason: 'code_required', held_until: null }],
    ['not assigned to a computer', { installation_id: null }],
  ] as const) {
    it(`is messaged by the other accounts while that account is ${state}`, async () => {
      const { one, claimed, setTwo } = await secondCampaign();
      await setTwo(values);
      assert.equal(await claimed(one), 'anna');
    });
  }

  it('is messaged by the other accounts once that account’s computer has been offline for a day', async () => {
    const { one, two, claimed, agent, user } = await secondCampaign();
    await app.db
      .insertInto('agent_tokens')
      .values({
        user_id: user.id,
        name: 'Old',
        token_hash: Buffer.from(`old${user.id}`),
        installation_id: agent.installationId.replace(/^.{8}/, '00000000'),
        last_seen_at: new Date(Date.now() - 25 * 3_600_000),
      })
      .execute();
    await app.db
      .updateTable('profiles')
      .set({ installation_id: agent.installationId.replace(/^.{8}/, '00000000') })
      .where('id', '=', two.id)
      .execute();
    assert.equal(await claimed(one), 'anna');
  });

  it('is reserved for that account even while that account is on a timed hold', async () => {
    const { one, claimed, setTwo } = await secondCampaign();
    await setTwo({ hold_reason: 'rate_limited', held_until: new Date(Date.now() + 3_600_000) });
    assert.equal(await claimed(one), 'cleo');
  });

  it('is not reserved once that account is removed from the campaign', async () => {
    const { user, one, next, claimed } = await secondCampaign();
    await server.call(user, 'PUT /api/campaigns/:id/status', { params: { id: next.id }, body: { status: 'paused' } });
    const params = { id: next.id };
    await server.call(user, 'PUT /api/campaigns/:id/profiles', { params, body: { profiles_used: [one.id] } });
    await server.call(user, 'POST /api/campaigns/:id/start', { params });
    assert.equal(await claimed(one), 'anna');
  });
});
