import { byId, profileName } from './export-kind.ts';
import type { ExportKind } from './export-kind.ts';

const firefoxRequests = "('profiles_list', 'profiles_create', 'profiles_delete', 'profiles_test')";
const requestColumns = [
  'id',
  'request_type',
  'status',
  'profile_id',
  'profile_path',
  'profile_name',
  'profile_ids',
  'results',
  'error_message',
  'created_at',
  'completed_at',
] as const;

export const accountKinds: readonly ExportKind[] = [
  {
    name: 'instagram_accounts',
    table: 'profiles',
    key: byId,
    columns: [
      'id',
      'profile_name',
      'profile_path',
      'folder',
      'is_active',
      'insta_username',
      'signed_in_as',
      'installation_id',
      'hold_reason',
      'hold_detail',
      'held_at',
      'held_until',
      'wait_reason',
      'wait_detail',
      'next_due_at',
      'daily_limit',
      'ramp_start',
      'ramp_step',
      'timezone',
      'hours',
      'created_at',
      'deleted_at',
    ],
    more: { has_stored_password: 't.insta_password_sealed IS NOT NULL' },
  },
  {
    name: 'account_holds',
    table: 'account_holds',
    key: byId,
    columns: ['id', 'profile_id', 'reason', 'detail', 'held_at', 'held_until', 'released_at'],
    more: profileName,
  },
  {
    name: 'account_days',
    table: 'account_days',
    key: [
      ['profile_id', 'bigint'],
      ['day', 'date'],
    ],
    columns: ['profile_id', 'day', 'sent', 'failed', 'refused', 'held'],
    more: profileName,
  },
  {
    name: 'account_failures',
    table: 'account_failures',
    key: [
      ['profile_id', 'bigint'],
      ['day', 'date'],
      ['reason', 'text'],
    ],
    columns: ['profile_id', 'day', 'reason', 'count', 'last_at'],
    more: profileName,
  },
  {
    name: 'unread_checks',
    table: 'agent_requests',
    key: byId,
    columns: requestColumns,
    only: "t.request_type = 'unread_check'",
  },
  {
    name: 'browser_profiles',
    table: 'agent_requests',
    key: byId,
    columns: requestColumns,
    only: `t.request_type IN ${firefoxRequests}`,
  },
  {
    name: 'other_agent_requests',
    table: 'agent_requests',
    key: byId,
    columns: requestColumns,
    only: `t.request_type NOT IN ${firefoxRequests} AND t.request_type <> 'unread_check'`,
  },
];
