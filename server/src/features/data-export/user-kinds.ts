import { byId } from './export-kind.ts';
import type { ExportKind } from './export-kind.ts';

/** Returns SQL for an event's column that is null if another user caused the event. The activity list hides the same columns. */
function unlessByAnother(column: string): string {
  return `CASE WHEN t.actor_kind <> 'user' OR t.actor_id IS NOT DISTINCT FROM t.user_id THEN t.${column} END`;
}

export const userKinds: readonly ExportKind[] = [
  {
    name: 'user_account',
    table: 'users',
    key: byId,
    columns: [
      'id',
      'username',
      'role',
      'pack',
      'subscription_end_date',
      'is_active',
      'created_at',
      'last_login',
      'two_factor_since',
      'deletion_due_at',
    ],
  },
  { name: 'settings', table: 'users', key: byId, columns: ['max_retries', 'delay_start', 'delay_end', 'timezone'] },
  {
    name: 'email_address',
    table: 'mail_addresses',
    key: [],
    columns: ['address', 'confirmed_at', 'notices_mailed_at'],
  },
  {
    name: 'sessions',
    table: 'sessions',
    key: byId,
    columns: ['id', 'browser', 'address', 'created_at', 'last_used_at', 'confirmed_at', 'expires_at'],
  },
  {
    name: 'known_sign_ins',
    table: 'known_sign_ins',
    key: [
      ['browser', 'text'],
      ['network', 'text'],
    ],
    columns: ['browser', 'network', 'last_at'],
  },
  {
    name: 'remembered_browsers',
    table: 'remembered_browsers',
    key: byId,
    columns: ['id', 'browser', 'address', 'created_at', 'last_used_at', 'expires_at'],
  },
  {
    name: 'computers',
    table: 'agent_tokens',
    key: byId,
    columns: [
      'id',
      'name',
      'address',
      'version',
      'platform',
      'installation_id',
      'is_paused',
      'created_at',
      'last_seen_at',
    ],
  },
  {
    name: 'notices',
    table: 'notices',
    key: byId,
    columns: ['id', 'kind', 'title', 'message', 'path', 'created_at', 'read_at'],
  },
  {
    name: 'notice_settings',
    table: 'notice_switches',
    key: [['kind', 'text']],
    columns: ['kind', 'in_app', 'browser', 'mail'],
  },
  {
    name: 'audit_events',
    table: 'audit_events',
    key: byId,
    columns: ['id', 'at', 'action', 'actor_kind', 'actor_name', 'subject', 'detail', 'changes'],
    more: { address: unlessByAnother('address'), request_id: unlessByAnother('request_id') },
  },
];

export const supportKinds: readonly ExportKind[] = [
  {
    name: 'support_tickets',
    table: 'tickets',
    key: byId,
    columns: [
      'id',
      'ticket_number',
      'subject',
      'description',
      'priority',
      'category',
      'status',
      'report',
      'created_at',
    ],
  },
  {
    name: 'support_messages',
    table: 'ticket_messages',
    key: [
      ['ticket_id', 'bigint'],
      ['id', 'bigint'],
    ],
    columns: ['id', 'ticket_id', 'author_name', 'message', 'created_at'],
  },
];
