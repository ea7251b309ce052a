import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { change } from '../../platform/change.ts';
import { buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { noticeTextsOf } from '../../testing/notices.ts';
import { testServer } from '../../testing/test-server.ts';
import { holdAccount } from '../accounts/account-holds.service.ts';
import { notifyEndingSubscriptions } from './notice-sweep.service.ts';

const server = await testServer();
const { app } = server;
const dayMs = 86_400_000;

describe('a notice is written when', () => {
  it('an account is put on hold, and the notice says what Instagram wants and what to do', async () => {
    const user = await buildUser(app);
    const { accounts } = await buildCampaign(app, user);
    const [account] = accounts;
    assert.ok(account);
    const hold = (reason: 'rate_limited' | 'captcha') =>
      change(app, (change) =>
        holdAccount(change, { userId: user.id, profileId: account.id }, { reason, detail: null }),
      );
    await hold('rate_limited');
    await hold('rate_limited');
    await hold('captcha');
    const title = `${account.profile_name} is on hold`;
    const shared = { kind: 'account_held', title, path: `/profiles/${account.id}` };
    assert.deepEqual(await noticeTextsOf(server, user), [
      {
        ...shared,
        message:
          'Instagram is asking you to prove that you are human. Open the account, do what Instagram asks, then choose "End hold".',
      },
      {
        ...shared,
        message: 'Instagram is slowing this account down. Let the account rest. It continues automatically.',
      },
    ]);
  });

  it('a campaign is paused, but not if its user pauses it', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'paused' });
    assert.deepEqual(await noticeTextsOf(server, user), []);
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    await server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: accounts[0]?.id ?? 0 } });
    assert.deepEqual(await noticeTextsOf(server, user), [
      {
        kind: 'campaign_paused',
        title: '“Spring” was paused',
        message:
          'This campaign was paused because every account in it was switched off, deleted, or on hold until you check it. See Accounts for what to do, or choose other accounts. Then start the campaign again.',
        path: `/campaigns/${id}`,
      },
    ]);
  });

  it('a campaign ends without being stopped by its user, and the notice gives the result', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { status: 'completed' });
    assert.deepEqual(await noticeTextsOf(server, user), []);
    const { id, accounts } = await buildCampaign(app, user, { name: 'Autumn', recipients: ['ann'], status: 'running' });
    const agent = await buildComputer(app, user);
    const answer = await server.call(agent, 'POST /api/agent/deliveries/claim', {
      body: { profile_id: accounts[0]?.id ?? 0 },
    });
    assert.ok(answer.delivery);
    const { claim_id, id: deliveryId } = answer.delivery;
    await server.call(agent, 'POST /api/agent/deliveries/:id/result', {
      params: { id: deliveryId },
      body: { claim_id, outcome: 'not_found', reason: 'not_found' },
    });
    assert.deepEqual(await noticeTextsOf(server, user), [
      {
        kind: 'campaign_ended',
        title: '“Autumn” failed',
        message: '0 of 1 person got your message. 1 failed.',
        path: `/campaigns/${id}`,
      },
    ]);
  });

  it('someone other than its creator replies to a support ticket', async () => {
    const user = await buildUser(app);
    const admin = await buildUser(app, { role: 'admin' });
    const { ticket } = await server.call(user, 'POST /api/support', {
      body: { subject: 'It stopped', description: 'After lunch.' },
    });
    const write = (author: TestUser) =>
      server.call(author, 'POST /api/support/:id/messages', { params: { id: ticket.id }, body: { message: 'Hello' } });
    await write(user);
    assert.deepEqual(await noticeTextsOf(server, user), []);
    await write(admin);
    assert.deepEqual(await noticeTextsOf(server, user), [
      {
        kind: 'ticket_answered',
        title: `Support replied to ticket #${ticket.ticket_number}`,
        message: 'It stopped',
        path: `/support/${ticket.id}`,
      },
    ]);
    assert.deepEqual(await noticeTextsOf(server, admin), []);
  });

  it('the subscription ends, even if the notice for another user cannot be written', async (t) => {
    const end = { subscription_end_date: new Date().toISOString().slice(0, 10) };
    const broken = await buildUser(app, end);
    const user = await buildUser(app, end);
    await sql`CREATE FUNCTION fail_notice() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''broken''; END'`.execute(
      app.db,
    );
    await sql`CREATE TRIGGER fails BEFORE INSERT ON notices FOR EACH ROW WHEN (NEW.user_id = ${sql.lit(broken.id)})
      EXECUTE FUNCTION fail_notice()`.execute(app.db);
    const repair = () => sql`DROP FUNCTION IF EXISTS fail_notice CASCADE`.execute(app.db);
    t.after(repair);
    await notifyEndingSubscriptions(app);
    assert.equal((await noticeTextsOf(server, user)).length, 1);
    assert.deepEqual(await noticeTextsOf(server, broken), []);
    await repair();
    await notifyEndingSubscriptions(app);
    assert.equal((await noticeTextsOf(server, broken)).length, 1);
  });

  it('the subscription ends within three days, but only once for each end date', async () => {
    const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
    const user = await buildUser(app, { subscription_end_date: day(3) });
    const later = await buildUser(app, { subscription_end_date: day(4) });
    const over = await buildUser(app, { subscription_end_date: day(-1) });
    const admin = await buildUser(app, { role: 'admin', subscription_end_date: day(3) });
    await notifyEndingSubscriptions(app);
    await notifyEndingSubscriptions(app);
    const title = (days: number) => `Your subscription ends on ${day(days).split('-').toReversed().join('-')}`;
    const shared = {
      kind: 'subscription_ending',
      message: 'Running campaigns pause at the end of that day (UTC). To renew, contact Support.',
      path: '/support?new=renewal',
    };
    assert.deepEqual(await noticeTextsOf(server, user), [{ ...shared, title: title(3) }]);
    for (const other of [later, over, admin]) assert.deepEqual(await noticeTextsOf(server, other), []);
    await app.db
      .updateTable('users')
      .set({ subscription_end_date: day(2) })
      .where('id', '=', user.id)
      .execute();
    await notifyEndingSubscriptions(app);
    assert.equal((await noticeTextsOf(server, user))[0]?.title, title(2));
  });
});
