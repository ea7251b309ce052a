import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

describe('two accounts that are signed in as the same Instagram user', () => {
  it('are detected before the second account sends, so the second is put on hold and the first continues', async () => {
    const { campaign, claimOne, commit, refusalOf, view } = await scene({ accounts: 2 });
    const second = campaign.accounts[1];
    const first = await claimOne();
    assert.equal((await commit(first, 'Shop')).may_send, true);
    const later = await claimOne(second?.id);
    assert.equal(await refusalOf(later, 'shop'), 'same_instagram_account');
    const { accounts, status } = await view();
    assert.deepEqual([status, accounts[0]?.state, accounts[1]?.state], ['running', 'sending', 'held']);
    assert.match(accounts[1]?.text ?? '', /@shop/);
    const blocked = (await view()).logs.filter(({ action }) => action === 'profile_blocked');
    assert.deepEqual(
      blocked.map(({ profile_name }) => profile_name),
      [second?.profile_name],
    );
    assert.match(blocked[0]?.message ?? '', /@shop/);
    assert.equal((await commit(first, 'shop')).may_send, true);
  });

  it('can both send once one of them is signed in as another user', async () => {
    const { campaign, account, claimOne, commit, report } = await scene({ accounts: 2 });
    const first = await claimOne();
    await commit(first, 'shop');
    await report(first, 'sent');
    await makeDue(app, account);
    const next = await claimOne();
    await commit(next, 'other');
    const later = await claimOne(campaign.accounts[1]?.id);
    assert.equal((await commit(later, 'shop')).may_send, true);
  });

  /** Builds a campaign whose accounts have sent as `shop` and `other`, and returns functions that act for its accounts. */
  const shopAndOther = async () => {
    const given = await scene({ accounts: 2, recipients: ['anna', 'ben', 'cleo', 'dora', 'emil', 'finn'] });
    const [first, second] = given.campaign.accounts;
    assert.ok(first && second);
    const sendAs = async (account: { id: number }, name: string) => {
      await makeDue(app, account);
      const delivery = await given.claimOne(account.id);
      const reason = await given.refusalOf(delivery, name);
      await given.report(delivery, reason === null ? 'sent' : 'released', { ...(reason && { reason }) });
      return reason;
    };
    const endHold = ({ id }: { id: number }) =>
      server.call(given.user, 'POST /api/profiles/:id/release', { params: { id } });
    assert.deepEqual([await sendAs(first, 'shop'), await sendAs(second, 'other')], [null, null]);
    return { first, second, sendAs, endHold };
  };

  it('can both send after one hold if their users were swapped', async () => {
    const { first, second, sendAs, endHold } = await shopAndOther();
    assert.equal(await sendAs(first, 'other'), 'same_instagram_account');
    assert.equal(await sendAs(second, 'shop'), null);
    await endHold(first);
    assert.deepEqual([await sendAs(first, 'other'), await sendAs(second, 'shop')], [null, null]);
  });

  it('can take turns: one can send after its hold if the other has not contacted anyone for a day', async () => {
    const { first, second, sendAs, endHold } = await shopAndOther();
    assert.equal(await sendAs(first, 'other'), 'same_instagram_account');
    await endHold(first);
    assert.equal(await sendAs(first, 'other'), 'same_instagram_account', 'together they would exceed the daily limit');
    await app.db
      .updateTable('contacts')
      .set({ contacted_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('profile_id', '=', second.id)
      .execute();
    await endHold(first);
    assert.equal(await sendAs(first, 'other'), null);
    assert.equal(await sendAs(second, 'other'), 'same_instagram_account');
  });

  it('cannot both send: after one’s hold ends, it is put on hold again if nothing has changed, or if the other is on hold', async () => {
    const { first, second, sendAs, endHold } = await shopAndOther();
    assert.equal(await sendAs(first, 'other'), 'same_instagram_account');
    assert.equal(await sendAs(second, 'other'), null);
    await endHold(first);
    assert.equal(await sendAs(first, 'other'), 'same_instagram_account');
    await app.db
      .updateTable('profiles')
      .set({ hold_reason: 'rate_limited', held_until: new Date(Date.now() + 3_600_000) })
      .where('id', '=', second.id)
      .execute();
    await endHold(first);
    assert.equal(await sendAs(first, 'other'), 'same_instagram_account');
  });
});
