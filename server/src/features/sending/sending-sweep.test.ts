import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { scenesOn } from '../../testing/sending-scene.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { settleStuckCampaigns } from '../campaigns/campaign-settle.service.ts';
import { pauseWithoutSubscription } from './sending-sweep.service.ts';

const server = await startTestServer();
const { app } = server;
const scene = scenesOn(server);

/** Makes every change to a campaign with this name fail. */
async function breakCampaign(name: string): Promise<void> {
  await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''broken''; END'`.execute(
    app.db,
  );
  await sql`CREATE TRIGGER fails BEFORE UPDATE ON campaigns FOR EACH ROW WHEN (OLD.name = ${sql.lit(name)})
    EXECUTE FUNCTION fail()`.execute(app.db);
}

describe('a campaign whose owner was deactivated', () => {
  for (const role of ['user', 'admin'] as const)
    it(`is paused, and the reason given is the deactivation, not the subscription (${role})`, async () => {
      const given = await scene();
      await app.db.updateTable('users').set({ role }).where('id', '=', given.user.id).execute();
      const setActive = (is_active: boolean) =>
        app.db.updateTable('users').set({ is_active }).where('id', '=', given.user.id).execute();
      await setActive(false);
      await pauseWithoutSubscription(app);
      await setActive(true);
      const { status, status_reason, logs } = await given.view();
      assert.deepEqual([status, status_reason?.code], ['paused', 'user_deactivated']);
      assert.match(status_reason?.text ?? '', /deactivated/);
      assert.match(logs.at(-1)?.message ?? '', /deactivated/);
    });
});

describe('a campaign that starts after its owner has asked to delete their user account', () => {
  it('is paused, and its log says why', async () => {
    const given = await scene();
    const setDue = (deletion_due_at: Date | null) =>
      app.db.updateTable('users').set({ deletion_due_at }).where('id', '=', given.user.id).execute();
    await setDue(new Date(Date.now() + 60_000));
    await pauseWithoutSubscription(app);
    await setDue(null);
    const { status, status_reason, logs } = await given.view();
    assert.deepEqual([status, status_reason?.code], ['paused', 'paused_by_user']);
    assert.equal(logs.at(-1)?.message, 'You asked to delete your user account, so this campaign was paused.');
  });
});

describe('a campaign that the background sweep cannot change', () => {
  it('does not keep the sweep from changing other campaigns', async () => {
    const ended = { subscription_end_date: null };
    const [broken, other] = [await scene({ name: 'Broken' }), await scene()];
    await breakCampaign('Broken');
    await app.db.updateTable('profiles').set({ is_active: false }).execute();
    await settleStuckCampaigns(app);
    assert.equal((await other.view()).status_reason?.code, 'no_usable_account');

    const next = await scene();
    await app.db.updateTable('users').set(ended).execute();
    await pauseWithoutSubscription(app);
    assert.equal((await next.view()).status_reason?.code, 'subscription_ended');
    assert.equal((await broken.view()).status, 'running');
  });
});
