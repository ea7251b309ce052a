import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { noticeTextsOf } from '../../testing/notices.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

describe('a stop reason from Instagram', () => {
  it('puts the account on hold for a day if it is a rate limit, while the campaign keeps running', async () => {
    const given = await scene();
    await given.stop('rate_limited', given.account.id, 'Try again later.');
    const { status, status_reason, accounts, logs } = await given.view();
    assert.deepEqual([status, status_reason?.code], ['running', 'rate_limited']);
    assert.deepEqual([accounts[0]?.state, accounts[0]?.reason], ['held', 'rate_limited']);
    const hours = (Date.parse(accounts[0]?.next_due_at ?? '') - Date.now()) / 3_600_000;
    assert.ok(hours > 23 && hours <= 24, `${hours}`);
    assert.match(logs.at(-1)?.message ?? '', /slowing this account down\. Try again later\./);
  });

  it('says everywhere that the owner has to end the hold if it is the third rate limit within 30 days', async () => {
    const given = await scene({ accounts: 2 });
    const { user, account, params } = given;
    for (const _time of [1, 2]) {
      await given.stop('rate_limited');
      await app.db.updateTable('profiles').set({ held_until: new Date() }).where('id', '=', account.id).execute();
    }
    await given.stop('rate_limited');
    const { accounts, logs } = await given.view();
    const why = await server.call(user, 'GET /api/campaigns/:id/why', { params });
    const detail = await server.call(user, 'GET /api/profiles/:id', { params: { id: account.id } });
    const [notice] = await noticeTextsOf(server, user);
    const texts = {
      campaign: accounts[0]?.text,
      log: logs.findLast(({ action }) => action === 'profile_blocked')?.message,
      why: why.accounts[0]?.action,
      account: detail.profile.hold?.text,
      next: detail.next.text,
      notice: notice?.message,
    };
    for (const [place, text] of Object.entries(texts))
      assert.match(text ?? '', /won't continue until you open it/, place);
  });

  it('is logged once, no matter how often it is reported', async () => {
    const given = await scene({ accounts: 2 });
    for (const _time of [1, 2, 3]) await given.stop('challenge');
    const { logs, status } = await given.view();
    assert.equal(logs.filter(({ action }) => action === 'profile_blocked').length, 1);
    assert.equal(status, 'running');
  });

  it('is not cleared by resuming the campaign or by using the account in another campaign', async () => {
    const given = await scene({ accounts: 2 });
    await given.stop('challenge');
    await given.setStatus('paused');
    await given.setStatus('running');
    assert.equal(reasonOf(await given.claim()), 'account_held');
    await server.call(given.user, 'POST /api/campaigns/:id/stop', { params: given.params });
    await given.another({ accounts: given.campaign.accounts, content: 'Something else' });
    assert.equal(reasonOf(await given.claim()), 'account_held');
    assert.equal((await given.claim(given.campaign.accounts[1]?.id)).delivery?.recipient, 'anna');
  });

  it('pauses a campaign with no other account, and the campaign cannot be resumed before the owner reviews the account', async () => {
    const given = await scene();
    await given.stop('challenge');
    const { params, user } = given;
    assert.equal((await given.view()).logs.at(-1)?.action, 'paused');
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params });
    assert.equal(refusal.code, 'invalid_state');
    assert.match(refusal.error, /switched off, deleted, or on hold/);
    await server.call(user, 'POST /api/profiles/:id/release', { params: { id: given.account.id } });
    assert.equal((await server.call(user, 'POST /api/campaigns/:id/start', { params })).campaign.status, 'running');
  });

  it('pauses the campaign if two accounts are limited within a day, so that the third stops too', async () => {
    const given = await scene({ accounts: 3 });
    const [first, second, third] = given.campaign.accounts.map(({ id }) => id);
    await given.stop('rate_limited', first);
    assert.equal((await given.view()).status, 'running');
    await given.stop('rate_limited', second);
    assert.equal((await given.view()).status, 'paused');
    assert.equal(reasonOf(await given.claim(third)), 'campaign_not_running');
  });

  it('does not pause the campaign if two accounts were limited on different days', async () => {
    const given = await scene({ accounts: 3 });
    const [first, second] = given.campaign.accounts.map(({ id }) => id);
    await given.stop('rate_limited', first);
    await app.db
      .updateTable('account_holds')
      .set({ held_at: sql<Date>`held_at - interval '25 hours'` })
      .where('user_id', '=', given.user.id)
      .execute();
    await given.stop('rate_limited', second);
    assert.equal((await given.view()).status, 'running');
  });

  it('puts the account on hold even if no running campaign uses the account', async () => {
    const given = await scene();
    await given.setStatus('paused');
    await given.stop('challenge');
    assert.equal((await given.view()).accounts[0]?.state, 'held');
  });
});
