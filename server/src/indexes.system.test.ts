import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeopleChangeInput, PeopleScope } from '@sandpiper/contract/people-changes';
import { jobsToEnd } from './platform/background-jobs.ts';
import { forgetShownReports } from './features/agent-requests/agent-requests.service.ts';
import { finishDeletions } from './features/campaigns/campaign-deletion.service.ts';
import { cleanUpImports } from './features/imports/import-clean-up.service.ts';
import { addUpListCounts } from './features/lists/list-counts.service.ts';
import { startDueCampaigns } from './features/campaigns/campaign-schedule.service.ts';
import { settleStuckCampaigns } from './features/campaigns/campaign-settle.service.ts';
import { forgetOldChanges } from './features/people-changes/change-sweep.service.ts';
import { endStaleClaims, markLongUnreportedUnknown } from './features/sending/sending-sweep.service.ts';
import { syncBody } from './testing/agent-calls.ts';
import { buildAgent } from './testing/builders.ts';
import { largeTables } from './testing/query-plans.ts';

/* The order of the tests matters. If the first tests didn't update rows, the planner would read all deliveries in a later test. */

const tables = await largeTables();

describe('the work of the server', { skip: tables === null && 'needs TEST_DATABASE_URL' }, async () => {
  if (tables === null) return;
  const { app, db, server, user, userId, listId, sendingId, accountId, importId, asked, tablesReadWhole } = tables;
  const ofImport = { params: { id: importId } };

  const agent = await buildAgent(app, { id: userId });
  await db
    .updateTable('profiles')
    .set({ installation_id: agent.installationId, folder: '/p' })
    .where('id', '=', accountId)
    .execute();

  type Sent = { id: number; claim_id: string };
  let claimed: Sent | undefined;

  const claimedOf = (sent: Sent | undefined): Sent => {
    assert.ok(sent);
    return sent;
  };
  const dueAgain = () => db.updateTable('profiles').set({ next_due_at: null }).where('id', '=', accountId).execute();
  const callsOfAnAgent: readonly [string, () => Promise<unknown>][] = [
    ['a sync', () => server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) })],
    [
      'a claim',
      async () => {
        const body = { profile_id: accountId };
        const { delivery } = await server.call(agent, 'POST /api/agent/deliveries/claim', { body });
        claimed = delivery ?? undefined;
      },
    ],
    [
      'a renewal of the lease',
      () => {
        const { id, claim_id } = claimedOf(claimed);
        return server.call(agent, 'POST /api/agent/deliveries/:id/renew', { params: { id }, body: { claim_id } });
      },
    ],
    [
      'a request for the go-ahead',
      () => {
        const { id, claim_id } = claimedOf(claimed);
        const body = { claim_id, signed_in_as: 'shop' };
        return server.call(agent, 'POST /api/agent/deliveries/:id/commit', { params: { id }, body });
      },
    ],
    [
      'a report of an unknown outcome',
      () => {
        const { id, claim_id } = claimedOf(claimed);
        const body = { claim_id, outcome: 'unknown', reason: 'interrupted' } as const;
        return server.call(agent, 'POST /api/agent/deliveries/:id/result', { params: { id }, body });
      },
    ],
    [
      'a report of a sent message',
      () => {
        const { id, claim_id } = claimedOf(claimed);
        const body = { claim_id, outcome: 'sent' } as const;
        return server.call(agent, 'POST /api/agent/deliveries/:id/result', { params: { id }, body });
      },
    ],
    [
      'a claim that finds nobody',
      async () => {
        const later = new Date(Date.now() + 3_600_000);
        await db.updateTable('deliveries').set({ retry_at: later }).where('campaign_id', '=', sendingId).execute();
        await dueAgain();
        asked.length = 0;
        await server.call(agent, 'POST /api/agent/deliveries/claim', { body: { profile_id: accountId } });
      },
    ],
    [
      'a report of a stop reason',
      () =>
        server.call(agent, 'POST /api/agent/profiles/:id/stop', {
          params: { id: accountId },
          body: { reason: 'rate_limited' },
        }),
    ],
    ['a sign-off', () => server.call(agent, 'POST /api/agent/sign-off')],
  ];

  describe('sending never reads a large table completely', () => {
    for (const [what, work] of callsOfAnAgent) {
      it(`during ${what}`, async () => {
        assert.deepEqual(await tablesReadWhole(work), []);
      });
    }
  });

  it('forgetting a person never reads a large table completely', async () => {
    const params = { username: 'person777' };
    const read = await tablesReadWhole(() => server.call(user, 'POST /api/person/:username/forget', { params }));
    assert.deepEqual(read, []);
  });

  describe('an import never reads a large table completely', () => {
    const body = { include: [], update_values: true, source: 'A fair' };
    for (const [what, work] of [
      [
        'while it is checked',
        () =>
          server.call(user, 'POST /api/imports/:id/check', { ...ofImport, body: { rows: 5000, contacted_days: 30 } }),
      ],
      ['while it adds people', () => server.call(user, 'POST /api/imports/:id/start', { ...ofImport, body })],
      ['while its undo is previewed', () => server.call(user, 'GET /api/imports/:id/undo', ofImport)],
      ['while it is undone', () => server.call(user, 'POST /api/imports/:id/undo', ofImport)],
      ['while its rows are deleted', () => cleanUpImports(app)],
    ] as const) {
      it(what, async () => {
        if (what.endsWith('deleted')) {
          await db
            .updateTable('imports')
            .set({ kept_until: new Date(Date.now() - 1000) })
            .where('id', '=', importId)
            .execute();
        }
        const read = await tablesReadWhole(async () => {
          await work();
          await jobsToEnd(app);
        });
        assert.deepEqual(read, []);
      });
    }
  });

  const byUsername = { usernames: ['person1', 'person2', 'more3', 'more4'] };
  const failedOnList = { list_id: listId, filter: { status: 'failed', search: 'son1' } } as const;
  const changesToPeople: [PeopleScope, PeopleChangeInput][] = [
    [byUsername, { type: 'tag', tag: 'new' }],
    [{ people: { state: 'failed' } }, { type: 'tag', tag: 'tag1' }],
    [{ people: { state: 'replied' } }, { type: 'do_not_contact' }],
    [failedOnList, { type: 'untag', tag: 'tag1' }],
    [byUsername, { type: 'set_status', status: 'sent' }],
    [failedOnList, { type: 'set_status', status: 'not_found' }],
    [byUsername, { type: 'do_not_contact' }],
    [byUsername, { type: 'remove_from_list' }],
  ];

  describe('a change to many people never reads a large table completely', () => {
    for (const [scope, change] of changesToPeople) {
      it(`while ${JSON.stringify(change)} is applied to ${JSON.stringify(scope)} and undone`, async () => {
        const { list } = await server.call(user, 'POST /api/lists', { body: { name: 'Target' } });
        const read = await tablesReadWhole(async () => {
          for (const wanted of [change, { type: 'add_to_list', list_id: list.id } as const]) {
            const { change: begun } = await server.call(user, 'POST /api/people-changes', {
              body: { scope, change: wanted },
            });
            await jobsToEnd(app);
            if (begun.changed === 0) continue;
            await server.call(user, 'POST /api/people-changes/:id/undo', { params: { id: begun.id } });
            await jobsToEnd(app);
          }
        });
        assert.deepEqual(read, []);
      });
    }
  });

  it('creating lists from another list never reads a large table completely', async () => {
    const { list } = await server.call(user, 'POST /api/lists', { body: { name: 'Short' } });
    await server.call(user, 'POST /api/people-changes', {
      body: { scope: byUsername, change: { type: 'add_to_list', list_id: list.id } },
    });
    const read = await tablesReadWhole(async () => {
      const params = { id: list.id };
      await server.call(user, 'POST /api/lists/:id/split', { params, body: { parts: 2 } });
      await server.call(user, 'POST /api/lists/:id/not-reached', {
        params,
        body: { name: 'Left', include_failed: true },
      });
    });
    assert.deepEqual(read, []);
  });

  describe('the background sweep never reads a large table completely', () => {
    for (const [what, work, exception] of [
      ['expired claims', () => endStaleClaims(app)],
      ['unreported messages', () => markLongUnreportedUnknown(app)],
      // With many running campaigns, a sequential scan of `campaign_profiles` is cheaper, so it is allowed here.
      ['campaigns that are stuck', () => settleStuckCampaigns(app), 'campaign_profiles'],
      ['unfinished deletions', () => finishDeletions(app)],
      ['campaigns due to start', () => startDueCampaigns(app)],
      ['viewed diagnostic reports', () => forgetShownReports(app)],
      ['list counts', () => addUpListCounts(app)],
      ['expired imports', () => cleanUpImports(app)],
      ['old changes to people', () => forgetOldChanges(app)],
    ] as const) {
      it(`for ${what}`, async () => {
        const read = await tablesReadWhole(work);
        assert.deepEqual(
          read.filter((table) => table !== exception),
          [],
        );
      });
    }
  });
});
