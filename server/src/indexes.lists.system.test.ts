import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiKey } from '@sandpiper/contract/api';
import { largeTables, largeTablesIn } from './testing/query-plans.ts';

/* Checks that the queries behind API calls use indexes. */

const tables = await largeTables();

describe('the API calls that read data', { skip: tables === null && 'needs TEST_DATABASE_URL' }, () => {
  if (tables === null) return;
  const { user, admin, listId, campaignId, accountId, importId, stepsOf } = tables;

  type Case = { key: ApiKey; input?: object; caller?: { token: string }; by: string[] };

  const ofList = { params: { id: listId } };
  const ofImport = { params: { id: importId } };
  const cases: Case[] = [
    { key: 'GET /api/lists/:id/recipients', input: ofList, by: ['recipients_page'] },
    {
      key: 'GET /api/lists/:id/recipients',
      input: { ...ofList, query: { status: 'failed' } },
      by: ['recipients_status'],
    },
    {
      key: 'GET /api/lists/:id/recipients',
      input: { ...ofList, query: { search: 'son777' } },
      by: ['recipients_search'],
    },
    {
      key: 'GET /api/lists/:id/recipients',
      input: { ...ofList, query: { search: '77' } },
      by: ['recipients_user_id_list_id_recipient_key'],
    },
    { key: 'GET /api/lists', by: ['list_counts_of_list'] },
    { key: 'GET /api/lists/:id/variables', input: ofList, by: ['recipients_page'] },
    {
      key: 'POST /api/lists/:id/preview',
      input: { ...ofList, body: { content: 'Hi {username}' } },
      by: ['recipients_page'],
    },
    { key: 'GET /api/imports', by: [] },
    { key: 'GET /api/imports', input: { query: { list_id: listId } }, by: ['imports_of_list'] },
    { key: 'GET /api/imports/:id/rows', input: { ...ofImport, query: { page: 40 } }, by: ['import_rows_pkey'] },
    {
      key: 'GET /api/imports/:id/rows',
      input: { ...ofImport, query: { fate: 'contacted' } },
      by: ['import_rows_fate'],
    },
    { key: 'GET /api/imports/:id/rows/export', input: ofImport, by: ['import_rows_pkey'] },
    { key: 'GET /api/lists/:id', input: ofList, by: ['list_counts_of_list'] },
    {
      key: 'GET /api/lists/:id/recipients',
      input: { ...ofList, query: { page: 150 } },
      by: ['recipients_page'],
    },
    { key: 'GET /api/people-changes', by: ['people_changes_pkey'] },
    { key: 'GET /api/people', by: ['people_pkey', 'recipients_person'] },
    { key: 'GET /api/people', input: { query: { search: 'son777' } }, by: ['people_search'] },
    { key: 'GET /api/people', input: { query: { search: '77' } }, by: ['people_pkey'] },
    { key: 'GET /api/people', input: { query: { state: 'failed' } }, by: ['people_outcome'] },
    { key: 'GET /api/people', input: { query: { state: 'contacted' } }, by: [] },
    { key: 'GET /api/people', input: { query: { state: 'replied' } }, by: ['people_replied'] },
    { key: 'GET /api/people', input: { query: { state: 'replied', days: 7 } }, by: ['people_replied'] },
    { key: 'GET /api/people', input: { query: { state: 'never_contacted', days: 7 } }, by: [] },
    { key: 'GET /api/people', input: { query: { state: 'do_not_contact' } }, by: [] },
    { key: 'GET /api/people', input: { query: { list_id: listId } }, by: ['recipients_people'] },
    { key: 'GET /api/people', input: { query: { list_id: listId, tag_id: 1, before: 1_000_000 } }, by: [] },
    { key: 'GET /api/people/export', input: { query: { search: 'son777' } }, by: ['people_search'] },
    { key: 'GET /api/person/:username', input: { params: { username: 'person7' } }, by: [] },
    {
      key: 'GET /api/person/:username/timeline',
      input: { params: { username: 'person7' } },
      by: ['campaign_logs_recipient', 'person_events_person'],
    },
    { key: 'GET /api/tags', by: [] },
    { key: 'GET /api/do-not-contact/removals', by: [] },
    { key: 'GET /api/do-not-contact/export', by: ['do_not_contact_pkey'] },
    { key: 'GET /api/recipients', by: ['recipients_pkey'] },
    { key: 'GET /api/recipients', input: { query: { search: 'son777' } }, by: ['recipients_search'] },
    { key: 'GET /api/campaigns', by: ['campaigns_page'] },
    { key: 'GET /api/campaigns', input: { query: { search: 'ampaign777' } }, by: ['campaigns_name_search'] },
    { key: 'GET /api/campaigns', input: { query: { status: 'running' } }, by: [] },
    { key: 'GET /api/campaigns/:id', input: { params: { id: campaignId } }, by: ['campaign_logs_pkey'] },
    { key: 'GET /api/campaigns/:id/logs', input: { params: { id: campaignId } }, by: ['campaign_logs_pkey'] },
    { key: 'GET /api/campaigns/:id/logs/export', input: { params: { id: campaignId } }, by: ['campaign_logs_by_time'] },
    { key: 'GET /api/profiles', input: { query: { page: 1, limit: 10 } }, by: ['profiles_path'] },
    { key: 'GET /api/profiles', input: { query: { search: 'count777' } }, by: ['profiles_pkey'] },
    { key: 'GET /api/profiles/:id', input: { params: { id: accountId } }, by: [] },
    { key: 'GET /api/computers', by: [] },
    { key: 'GET /api/do-not-contact', by: ['do_not_contact_newest'] },
    { key: 'GET /api/do-not-contact', input: { query: { search: 'son777' } }, by: [] },
    { key: 'GET /api/profiles/performance', by: [] },
    {
      key: 'GET /api/profiles/performance',
      input: { query: { start_date: '2026-01-01', end_date: '2026-01-02' } },
      by: [],
    },
    { key: 'GET /api/unread-checker/requests/history', by: ['agent_requests_newest'] },
    { key: 'GET /api/activity', by: ['audit_events_user', 'audit_events_actor'] },
    { key: 'GET /api/audit', caller: admin, by: ['audit_events_pkey'] },
    { key: 'GET /api/audit', input: { query: { before: 30_000 } }, caller: admin, by: ['audit_events_pkey'] },
    { key: 'GET /api/audit', input: { query: { action: 'user_deleted' } }, caller: admin, by: ['audit_events_action'] },
    { key: 'GET /api/audit', input: { query: { user: 'user7' } }, caller: admin, by: ['audit_events_user_name'] },
    { key: 'GET /api/audit', input: { query: { search: 'puter 777' } }, caller: admin, by: ['audit_events_search'] },
    {
      key: 'GET /api/audit',
      input: { query: { start_date: '2026-01-05', end_date: '2026-01-05' } },
      caller: admin,
      by: ['audit_events_pkey'],
    },
    {
      key: 'GET /api/audit/export',
      input: { query: { action: 'user_deleted' } },
      caller: admin,
      by: ['audit_events_action'],
    },
    { key: 'GET /api/support', by: ['tickets_of_user'] },
    { key: 'GET /api/notices', by: ['notices_pkey'] },
    { key: 'GET /api/support', input: { query: { search: 'matter777' } }, caller: admin, by: ['tickets_search'] },
    { key: 'GET /api/support', input: { query: { status: 'open' } }, caller: admin, by: ['tickets_status'] },
    { key: 'GET /api/support', input: { query: { priority: 'urgent' } }, caller: admin, by: ['tickets_priority'] },
    { key: 'GET /api/support', input: { query: { category: 'billing' } }, caller: admin, by: ['tickets_category'] },
    { key: 'GET /api/support', input: { query: { unanswered: 'true' } }, caller: admin, by: ['tickets_status'] },
    { key: 'GET /api/users', input: { query: { search: 'ser777' } }, caller: admin, by: ['users_username_search'] },
    { key: 'GET /api/users', input: { query: { role: 'admin' } }, caller: admin, by: ['users_role'] },
    { key: 'GET /api/users', input: { query: { pack: 'pro' } }, caller: admin, by: ['users_pack'] },
    {
      key: 'GET /api/contact',
      input: { query: { search: 'visitor777' } },
      caller: admin,
      by: ['contact_messages_search'],
    },
  ];

  /** Indexes that only searches use. */
  const searchIndexes = ['recipients_search', 'people_search'];

  describe('no list reads all rows of a large table', () => {
    for (const { key, input = {}, caller = user, by } of cases) {
      it(`${key} ${JSON.stringify(input)}${by.length === 0 ? '' : ` uses ${by.join(', ')}`}`, async () => {
        const steps = await stepsOf(key, input, caller);
        assert.deepEqual(largeTablesIn(steps), []);
        const used = new Set(steps.map((step) => step['Index Name']));
        for (const index of by) assert.ok(used.has(index), `uses only ${[...used].join(', ')}`);
        for (const index of searchIndexes) assert.equal(used.has(index), by.includes(index), index);
      });
    }
  });
});
