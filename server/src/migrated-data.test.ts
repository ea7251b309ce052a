import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { settleStuckCampaigns } from './features/campaigns/campaign-settle.service.ts';
import { migrate } from './platform/database/migrations.ts';
import { buildComputer, buildSession } from './testing/builders.ts';
import { makeDue } from './testing/campaign-builders.ts';
import { migrateUpTo } from './testing/earlier-versions.ts';
import { openBareDatabase } from './testing/test-database.ts';
import { createTestApp, testServerOver } from './testing/test-server.ts';

/** Tests how the migrations convert rows written by the version whose last migration was `lastOfOld`. */

const lastOfOld = '0005';

const database = await openBareDatabase();
const { pool } = database;
after(() => database.close());

/**
 * Accounts: 1 and 2 are the same Instagram account, 3 was stopped in campaign 2, and 4 was stopped in campaign 5. Campaigns: 1 is running
 * and has people in every state. 2 failed when its account was stopped. 3 is completed and has the same text as 1. 4 is running and is only
 * waiting for a check. 5 is paused.
 */
const oldRows = `
  INSERT INTO users (username, password_hash, subscription_end_date) VALUES ('owner', 'x', '2999-12-31');
  INSERT INTO profiles (user_id, profile_name, profile_path, insta_username) VALUES
    (1, 'One', '/p/one', ' @Shop'), (1, 'Two', '/p/two', 'shop'), (1, 'Three', '/p/three', NULL), (1, 'Four', '/p/four', '');
  INSERT INTO lists (user_id, name) VALUES (1, 'List');
  INSERT INTO recipients (user_id, list_id, recipient, status) VALUES
    (1, 1, 'sent', 'sent'), (1, 1, 'leaving', 'pending'), (1, 1, 'claimed', 'pending'), (1, 1, 'unknown', 'pending'),
    (1, 1, 'pending', 'pending'), (1, 1, 'lost', 'failed'), (1, 1, 'missing', 'not_found'), (1, 1, 'failed', 'failed'),
    (1, 1, 'later', 'pending'), (1, 1, 'looked', 'pending');
  INSERT INTO campaigns (user_id, name, status, template_name, template_content, list_id, list_name, total_list, total_sent,
    total_failed, last_log_seq, started_at, completed_at) VALUES
    (1, 'Running', 'running', 'T', 'Hi {username}', 1, 'List', 8, 1, 3, 5, now() - interval '1 day', NULL),
    (1, 'Stopped', 'failed', 'T', 'Another', 1, 'List', 1, 0, 0, 3, now() - interval '1 day', now()),
    (1, 'Done', 'completed', 'T', 'Hi {username}', 1, 'List', 1, 1, 0, 3, now() - interval '2 days', now()),
    (1, 'Looking', 'running', 'T', 'A third', 1, 'List', 1, 0, 0, 1, now() - interval '1 day', NULL),
    (1, 'Paused', 'paused', 'T', 'A fourth', 1, 'List', 1, 0, 0, 3, now() - interval '1 day', NULL);
  INSERT INTO campaign_profiles (user_id, campaign_id, profile_id, is_running, blocked_at, blocked_reason) VALUES
    (1, 1, 1, true, NULL, NULL), (1, 2, 3, false, now(), 'Instagram asks to confirm it is you.'),
    (1, 3, 1, false, NULL, NULL), (1, 4, 2, true, NULL, NULL), (1, 5, 4, false, now(), 'Instagram slows it down.');
  INSERT INTO deliveries (user_id, campaign_id, recipient_id, recipient, status, profile_id, may_have_left, reason, detail,
    fence, lease_expires_at, finished_at) VALUES
    (1, 1, 1, 'sent', 'sent', 1, true, NULL, NULL, 1, NULL, now() - interval '1 hour'),
    (1, 1, 2, 'leaving', 'claimed', 1, true, NULL, NULL, 1, now() + interval '1 minute', NULL),
    (1, 1, 3, 'claimed', 'claimed', 1, false, NULL, NULL, 1, now() + interval '1 minute', NULL),
    (1, 1, 4, 'unknown', 'unknown', 1, true, 'no_bubble', 'x', 1, NULL, NULL),
    (1, 1, 5, 'pending', 'pending', NULL, false, NULL, NULL, 0, NULL, NULL),
    (1, 1, 6, 'lost', 'failed', 1, true, 'outcome_unknown', 'It is not known.', 1, NULL, now()),
    (1, 1, 7, 'missing', 'not_found', 1, false, 'not_found', NULL, 1, NULL, now()),
    (1, 1, 8, 'failed', 'failed', 1, false, 'page_failed', 'Blank.', 1, NULL, now()),
    (1, 2, 9, 'later', 'pending', NULL, false, NULL, NULL, 0, NULL, NULL),
    (1, 3, 1, 'sent', 'sent', 1, true, NULL, NULL, 1, NULL, now() - interval '2 days'),
    (1, 4, 10, 'looked', 'unknown', 2, true, 'no_bubble', NULL, 1, NULL, NULL),
    (1, 5, 9, 'later', 'pending', NULL, false, NULL, NULL, 0, NULL, NULL);
  INSERT INTO campaign_logs (user_id, campaign_id, seq, action, recipient, message, profile_id) VALUES
    (1, 1, 1, 'started', NULL, NULL, NULL), (1, 1, 2, 'message_sent', 'sent', NULL, 1),
    (1, 1, 3, 'message_failed', 'lost', 'It is not known.', 1), (1, 1, 4, 'message_failed', 'missing', NULL, 1),
    (1, 1, 5, 'message_failed', 'failed', 'Blank.', 1),
    (1, 2, 1, 'started', NULL, NULL, NULL), (1, 2, 2, 'profile_blocked', NULL, 'x', 3), (1, 2, 3, 'failed', NULL, 'x', NULL),
    (1, 3, 1, 'started', NULL, NULL, NULL), (1, 3, 2, 'message_sent', 'sent', NULL, 1), (1, 3, 3, 'completed', NULL, NULL, NULL),
    (1, 4, 1, 'started', NULL, NULL, NULL),
    (1, 5, 1, 'started', NULL, NULL, NULL), (1, 5, 2, 'profile_blocked', NULL, 'x', 4), (1, 5, 3, 'paused', NULL, NULL, NULL);
  INSERT INTO contact_messages (name, email, message, created_at, mailed_at, mail_due_at, mail_attempts) VALUES
    ('Ana', 'ana@example.com', 'Forwarded', now(), now(), NULL, 1), ('Ben', 'ben@example.com', 'Waiting', now(), NULL, '2999-12-31 12:00Z', 7),
    ('Cleo', 'cleo@example.com', 'Given up', now() - interval '4 days', NULL, '2999-12-31 12:00Z', 20);
`;

await migrateUpTo(pool, lastOfOld);
await pool.query(oldRows);
const applied = await migrate(pool);
const app = await createTestApp({ ...database, eventsPools: null });
const server = testServerOver(app);
const user = { id: 1, username: 'owner', token: await buildSession(app, 1) };
const { db } = app;

const view = async (id: number) => (await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign;

it('migrated recipients and people are found by searches', async () => {
  const query = { search: 'know' };
  const { recipients } = await server.call(user, 'GET /api/recipients', { query });
  const { people } = await server.call(user, 'GET /api/people', { query });
  const names = [...recipients.map(({ recipient }) => recipient), ...people.map(({ username }) => username)];
  assert.deepEqual(names, ['unknown', 'unknown']);
});

describe('migrated deliveries', () => {
  it('are unknown if the message may have been sent, and pending if it cannot have been sent', async () => {
    assert.deepEqual(applied.slice(0, 1), ['0006_remembered_people_and_accounts.sql']);
    const rows = await db
      .selectFrom('deliveries')
      .select(['recipient', 'status', 'reason'])
      .where('campaign_id', '=', 1)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ recipient, status, reason }) => [recipient, status, reason]),
      [
        ['sent', 'sent', null],
        ['leaving', 'unknown', 'not_reported'],
        ['claimed', 'pending', null],
        ['unknown', 'unknown', 'not_reported'],
        ['pending', 'pending', null],
        ['lost', 'unknown', 'not_reported'],
        ['missing', 'not_found', null],
        ['failed', 'failed', null],
      ],
    );
  });

  it('add up to each campaign’s counters', async () => {
    for (const id of [1, 2, 3, 4, 5]) {
      const { rows } = await pool.query<{ sums: number[] }>(
        `SELECT ARRAY[count(*), count(*) FILTER (WHERE status = 'sent'),
           count(*) FILTER (WHERE status IN ('failed', 'not_found', 'unknown'))]::int[] AS sums
         FROM deliveries WHERE campaign_id = $1`,
        [id],
      );
      const { total_list, total_sent, total_failed } = await view(id);
      assert.deepEqual([total_list, total_sent, total_failed], rows[0]?.sums, `campaign ${id}`);
    }
  });

  it('with an unknown outcome are in the log, whose entries have consecutive numbers', async () => {
    for (const id of [1, 2, 3, 4, 5]) {
      const { logs, last_seq } = await server.call(user, 'GET /api/campaigns/:id/logs', { params: { id } });
      assert.deepEqual(
        logs.map(({ seq }) => seq),
        Array.from({ length: last_seq }, (_, index) => index + 1),
        `campaign ${id}`,
      );
    }
    const { logs } = await view(1);
    const unknown = logs.filter(({ action }) => action === 'message_unknown').map(({ recipient }) => recipient);
    assert.deepEqual(unknown, ['lost', 'leaving', 'unknown']);
    assert.equal((await view(1)).total_unknown, 3);
  });

  it('leave nobody who may have received the message pending on a list', async () => {
    const rows = await db.selectFrom('recipients').select(['recipient', 'status']).orderBy('id').execute();
    const pending = rows.filter(({ status }) => status === 'pending').map(({ recipient }) => recipient);
    assert.deepEqual(pending, ['claimed', 'pending', 'later']);
  });

  it('are remembered with their campaign and account, so that nobody gets the same text twice', async () => {
    const rows = await db
      .selectFrom('contacts')
      .select(['person', 'state', 'campaign_name', 'profile_name'])
      .orderBy('campaign_id', 'desc')
      .orderBy('person')
      .execute();
    assert.deepEqual(
      rows.map((row) => [row.person, row.state, row.campaign_name, row.profile_name]),
      [
        ['looked', 'unknown', 'Looking', 'Two'],
        ['sent', 'sent', 'Done', 'One'],
        ['leaving', 'unknown', 'Running', 'One'],
        ['lost', 'unknown', 'Running', 'One'],
        ['sent', 'sent', 'Running', 'One'],
        ['unknown', 'unknown', 'Running', 'One'],
      ],
    );
  });

  it('can be resolved by the user like any other unknown outcome', async () => {
    const { people } = await server.call(user, 'GET /api/campaigns/:id/unknown', { params: { id: 1 } });
    const leaving = people.find(({ recipient }) => recipient === 'leaving');
    assert.equal(leaving?.profile_name, 'One');
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { id: 1, deliveryId: leaving?.delivery_id ?? 0 },
      body: { was_sent: true },
    });
    assert.deepEqual([campaign.total_sent, campaign.total_failed, campaign.total_unknown], [2, 4, 2]);
    const about = campaign.logs.filter(({ recipient }) => recipient === 'leaving').map(({ action }) => action);
    assert.deepEqual(about, ['message_sent']);
  });
});

describe('migrated campaigns', () => {
  it('are paused if they failed with people still pending, and otherwise keep their status', async () => {
    const statuses = [];
    for (const id of [1, 2, 3, 5]) statuses.push((await view(id)).status);
    assert.deepEqual(statuses, ['running', 'paused', 'completed', 'paused']);
    const { status_reason, completed_at } = await view(2);
    assert.deepEqual([status_reason?.code, completed_at], ['no_usable_account', null]);
  });

  it('end with the first background sweep if they were only waiting for a check', async () => {
    await settleStuckCampaigns(app);
    const { status, total_failed, logs } = await view(4);
    assert.deepEqual([status, total_failed], ['failed', 1]);
    assert.deepEqual(
      logs.map(({ action }) => action),
      ['started', 'message_unknown', 'failed'],
    );
  });
});

describe('migrated accounts', () => {
  it('are on hold if they were stopped in a failed or paused campaign', async () => {
    const { profiles } = await server.call(user, 'GET /api/profiles');
    const holds = profiles
      .toSorted((one, other) => one.id - other.id)
      .map(({ profile_name, hold }) => [profile_name, hold?.reason ?? null, hold?.until ?? null]);
    assert.deepEqual(holds, [
      ['One', null, null],
      ['Two', null, null],
      ['Three', 'stopped_before', null],
      ['Four', 'stopped_before', null],
    ]);
    const three = profiles.find(({ profile_name }) => profile_name === 'Three');
    assert.match(three?.hold?.text ?? '', /Instagram asks to confirm it is you/);
    const kept = await db.selectFrom('account_holds').select('profile_id').orderBy('profile_id').execute();
    assert.deepEqual(
      kept.map(({ profile_id }) => profile_id),
      [3, 4],
    );
  });

  it('are switched off and linked to the original if they are duplicates', async () => {
    const { profiles } = await server.call(user, 'GET /api/profiles');
    const duplicates = profiles
      .toSorted((one, other) => one.id - other.id)
      .map(({ is_active, insta_username, double_of }) => [is_active, insta_username, double_of?.id ?? null]);
    assert.deepEqual(duplicates, [
      [1, 'shop', null],
      [0, 'shop', 1],
      [1, null, null],
      [1, null, null],
    ]);
  });

  it('continue to send, but only to people who are pending', async () => {
    const agent = await buildComputer(app, user);
    const people: string[] = [];
    for (let claimed = 0; claimed < 3; claimed += 1) {
      await makeDue(app, { id: 1 });
      const body = { profile_id: 1 };
      const { delivery } = await server.call(agent, 'POST /api/agent/deliveries/claim', { body });
      if (delivery === null) break;
      people.push(delivery.recipient);
      await server.call(agent, 'POST /api/agent/deliveries/:id/result', {
        params: { id: delivery.id },
        body: { claim_id: delivery.claim_id, outcome: 'not_found' },
      });
    }
    assert.deepEqual(people, ['claimed', 'pending']);
    assert.equal((await view(1)).status, 'completed');
  });
});

describe('migrated contact messages', () => {
  it('are still forwarded if the earlier version was still trying to forward them', async () => {
    const waiting = await db
      .selectFrom('outgoing_mails as o')
      .innerJoin('contact_messages as m', 'm.id', 'o.contact_message_id')
      .select(['m.name', 'o.attempts', 'o.due_at'])
      .execute();
    assert.deepEqual(
      waiting.map(({ due_at, ...mail }) => ({ ...mail, due: due_at.slice(0, 10) })),
      [{ name: 'Ben', attempts: 7, due: '2999-12-31' }],
    );
  });
});
