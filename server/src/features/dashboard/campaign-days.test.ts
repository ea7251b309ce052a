import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildAccount, buildUser } from '../../testing/builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const { db } = app;
const scene = scenesOn(server);

const actions = ['message_sent', 'message_failed', 'message_unknown', 'profile_blocked', 'skipped', 'paused'];

async function counted(userId: number): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT campaign_id, coalesce(profile_id, 0) AS profile_id, day,
      count(*) FILTER (WHERE action = 'message_sent')::integer AS sent,
      count(*) FILTER (WHERE action = 'message_failed')::integer AS failed,
      count(*) FILTER (WHERE action = 'message_unknown')::integer AS unknown,
      count(*) FILTER (WHERE action = 'profile_blocked')::integer AS blocked,
      min(created_at) AS first_at, max(created_at) AS last_at
    FROM campaign_logs WHERE user_id = ${userId}
      AND (profile_id IS NOT NULL OR action IN ('message_sent', 'message_failed', 'message_unknown'))
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

async function kept(userId: number) {
  const { rows } = await sql<{ failed: number }>`
    SELECT campaign_id, profile_id, day, sent, failed, unknown, blocked, first_at, last_at
    FROM campaign_days WHERE user_id = ${userId} ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

async function setTimezone(userId: number, timezone: string): Promise<void> {
  await db.updateTable('users').set({ timezone }).where('id', '=', userId).execute();
}

/**
 * Writes log entries with each of the `actions`, from 22:05 to 03:00 in UTC, for two accounts and for no account.
 */
async function writeLog(timezone = 'UTC') {
  const user = await buildUser(app);
  await setTimezone(user.id, timezone);
  const accounts = [await buildAccount(app, user), await buildAccount(app, user)];
  const campaign = await buildCampaignRow(app, user, { accounts });
  await sql`INSERT INTO campaign_logs (user_id, campaign_id, seq, action, profile_id, created_at)
    SELECT ${user.id}, ${campaign.id}, 1000 + n, (${actions}::text[])[1 + n % 6],
      (ARRAY[${accounts[0]?.id}, ${accounts[1]?.id}, NULL]::bigint[])[1 + n / 6 % 3],
      '2026-03-01T22:00:00Z'::timestamptz + n * interval '5 minutes'
    FROM generate_series(1, 60) n`.execute(db);
  return { user, campaign, accounts };
}

describe('the stored daily results', () => {
  it('equal the counts in the log', async () => {
    const { user } = await writeLog();
    assert.ok((await kept(user.id)).length >= 6);
    assert.deepEqual(await kept(user.id), await counted(user.id));
  });

  it('are the days of the user’s time zone', async () => {
    for (const [timezone, days] of [
      ['America/Los_Angeles', ['2026-03-01']],
      ['Europe/Berlin', ['2026-03-01', '2026-03-02']],
      ['Asia/Kolkata', ['2026-03-02']],
    ] as const) {
      const { user } = await writeLog(timezone);
      const rows = await db
        .selectFrom('campaign_days')
        .select('day')
        .distinct()
        .where('user_id', '=', user.id)
        .orderBy('day')
        .execute();
      assert.deepEqual(
        rows.map(({ day }) => day),
        days,
        timezone,
      );
      assert.deepEqual(await kept(user.id), await counted(user.id), timezone);
    }
  });

  it('are in UTC if the database does not know the time zone', async () => {
    const { user } = await writeLog('Mars/Olympus');
    assert.equal((await kept(user.id)).length, (await kept((await writeLog('UTC')).user.id)).length);
  });

  it('are updated when log entries are corrected, also after the user has changed their time zone', async () => {
    const { user, accounts } = await writeLog('Europe/Berlin');
    await setTimezone(user.id, 'America/Los_Angeles');
    const corrections = [
      sql`action = 'message_sent', created_at = created_at + interval '1 day' WHERE action = 'message_unknown'`,
      sql`profile_id = ${accounts[1]?.id} WHERE profile_id = ${accounts[0]?.id} AND seq % 2 = 0`,
      sql`message = 'Read' WHERE action = 'message_failed'`,
      sql`profile_id = NULL WHERE profile_id = ${accounts[1]?.id} AND action <> 'paused'`,
    ];
    for (const correction of corrections) {
      await sql`WITH own AS (SELECT id FROM campaign_logs WHERE user_id = ${user.id})
        UPDATE campaign_logs SET ${correction} AND id IN (SELECT id FROM own)`.execute(db);
      assert.deepEqual(await kept(user.id), await counted(user.id));
    }
  });

  it('are kept when log entries are deleted, and are deleted with their campaign', async () => {
    const { user, campaign } = await writeLog();
    const before = await kept(user.id);
    await db.deleteFrom('campaign_logs').where('user_id', '=', user.id).execute();
    assert.deepEqual(await kept(user.id), before);
    await db.deleteFrom('campaigns').where('id', '=', campaign.id).execute();
    assert.deepEqual(await kept(user.id), []);
  });

  it('no longer count a failure once it is retried, even if the user has changed their time zone since', async () => {
    const { user, params, claimOne, report } = await scene({ recipients: ['anna'] });
    await setTimezone(user.id, 'Pacific/Kiritimati');
    await report(await claimOne(), 'failed', { reason: 'recipient_refuses_requests' });
    const failures = async () => (await kept(user.id)).map((row) => row.failed);
    assert.deepEqual(await failures(), [1]);
    await setTimezone(user.id, 'Pacific/Midway');
    await server.call(user, 'POST /api/campaigns/:id/retry-failed', { params });
    assert.deepEqual(await failures(), [0]);
  });

  it('count a message as failed on the day of its go-ahead if the user says that it was not sent', async () => {
    const { user, campaign, commitOne, report } = await scene({ recipients: ['anna'] });
    const delivery = await commitOne();
    await report(delivery, 'unknown', { reason: 'no_note' });
    const goAhead = new Date(Date.now() - 3 * 86_400_000);
    await db.updateTable('contacts').set({ contacted_at: goAhead }).where('user_id', '=', user.id).execute();
    await server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { id: campaign.id, deliveryId: delivery.id },
      body: { was_sent: false },
    });
    const { daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
    assert.deepEqual(
      daily.filter(({ failed }) => failed > 0).map(({ date, failed }) => [date, failed]),
      [[goAhead.toISOString().slice(0, 10), 1]],
    );
  });
});
