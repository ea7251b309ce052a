/* What an export of everything contains, and what it leaves out. A test compares this with the tables that the database has. */

export type ExportKind = {
  /** The name of its file; with blanks and a capital letter, of its sheet. */
  name: string;
  table: string;
  /** What the rows are ordered by within a user, with the types. An index begins with `user_id` and these. */
  key: readonly (readonly [column: string, type: 'bigint' | 'text' | 'date'])[];
  /** Listed one by one, so that nothing secret is exported because somebody added a column. */
  columns: readonly string[];
  /** More columns, as SQL over the row `t`. */
  more?: Readonly<Record<string, string>>;
  /** Which rows of the table, as SQL over the row `t`. */
  only?: string;
};

const byId = [['id', 'bigint']] as const;
const firefoxRequests = "('profiles_list', 'profiles_create', 'profiles_delete', 'profiles_test')";
const requestColumns = [
  'id',
  'request_type',
  'status',
  'profile_id',
  'profile_path',
  'profile_name',
  'profile_ids',
] as const;
const requestEnds = ['results', 'error_message', 'created_at', 'completed_at'] as const;
const profileName = {
  profile_name: '(SELECT p.profile_name FROM profiles p WHERE p.user_id = t.user_id AND p.id = t.profile_id)',
};

const user: readonly ExportKind[] = [
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
  { name: 'settings', table: 'users', key: byId, columns: ['max_retries', 'delay_start', 'delay_end'] },
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
    columns: ['id', 'at', 'action', 'actor_kind', 'actor_name', 'subject', 'address', 'request_id', 'detail'],
  },
];

const accounts: readonly ExportKind[] = [
  {
    name: 'instagram_accounts',
    table: 'profiles',
    key: byId,
    columns: [
      ...[
        'id',
        'profile_name',
        'profile_path',
        'folder',
        'is_active',
        'insta_username',
        'signed_in_as',
        'installation_id',
      ],
      ...['hold_reason', 'hold_detail', 'held_at', 'held_until', 'wait_reason', 'wait_detail', 'next_due_at'],
      ...['daily_limit', 'ramp_start', 'ramp_step', 'timezone', 'hours', 'created_at', 'deleted_at'],
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
    columns: [...requestColumns, ...requestEnds],
    only: "t.request_type = 'unread_check'",
  },
  {
    name: 'browser_profiles',
    table: 'agent_requests',
    key: byId,
    columns: [...requestColumns, ...requestEnds],
    only: `t.request_type IN ${firefoxRequests}`,
  },
  {
    name: 'other_agent_requests',
    table: 'agent_requests',
    key: byId,
    columns: [...requestColumns, ...requestEnds],
    only: `t.request_type NOT IN ${firefoxRequests} AND t.request_type <> 'unread_check'`,
  },
];

const campaigns: readonly ExportKind[] = [
  {
    name: 'campaigns',
    table: 'campaigns',
    key: byId,
    columns: [
      ...[
        'id',
        'name',
        'status',
        'status_reason',
        'template_name',
        'template_content',
        'variables',
        'list_id',
        'list_name',
      ],
      ...[
        'total_list',
        'total_sent',
        'total_failed',
        'total_skipped',
        'allow_repeat',
        'cool_off_days',
        'skip_conversations',
      ],
      ...['hours', 'start_at', 'start_problem', 'created_at', 'started_at', 'completed_at', 'deleted_at'],
    ],
  },
  {
    name: 'campaign_accounts',
    table: 'campaign_profiles',
    key: [
      ['campaign_id', 'bigint'],
      ['profile_id', 'bigint'],
    ],
    columns: ['campaign_id', 'profile_id', 'is_running'],
    more: profileName,
  },
  {
    name: 'deliveries',
    table: 'deliveries',
    key: byId,
    columns: [
      ...['id', 'campaign_id', 'recipient', 'status', 'profile_id', 'reason', 'detail', 'failures', 'skipped_at_start'],
      ...['variables', 'message_id', 'finished_at'],
    ],
  },
  {
    name: 'campaign_log',
    table: 'campaign_logs',
    key: byId,
    columns: ['id', 'campaign_id', 'seq', 'action', 'recipient', 'profile_id', 'profile_name', 'message', 'created_at'],
  },
  { name: 'templates', table: 'templates', key: byId, columns: ['id', 'name', 'content', 'is_selected', 'created_at'] },
];

const people: readonly ExportKind[] = [
  {
    name: 'lists',
    table: 'lists',
    key: byId,
    columns: ['id', 'name', 'description', 'source', 'variables', 'created_at'],
  },
  {
    name: 'recipients',
    table: 'recipients',
    key: byId,
    columns: ['id', 'list_id', 'recipient', 'status', 'variables', 'import_id', 'created_at'],
    more: { list_name: '(SELECT l.name FROM lists l WHERE l.user_id = t.user_id AND l.id = t.list_id)' },
  },
  {
    name: 'people',
    table: 'people',
    key: byId,
    columns: [
      ...[
        'id',
        'username',
        'note',
        'outcome',
        'outcome_at',
        'last_contacted_at',
        'last_campaign_name',
        'last_profile_name',
      ],
      'created_at',
    ],
    more: {
      tags: `ARRAY(SELECT g.name FROM person_tags pt JOIN tags g ON g.user_id = pt.user_id AND g.id = pt.tag_id
        WHERE pt.user_id = t.user_id AND pt.person_id = t.id ORDER BY lower(g.name))`,
    },
  },
  { name: 'tags', table: 'tags', key: byId, columns: ['id', 'name', 'created_at'] },
  { name: 'saved_filters', table: 'saved_filters', key: byId, columns: ['id', 'name', 'filter', 'created_at'] },
  {
    name: 'contacts',
    table: 'contacts',
    key: [
      ['person', 'text'],
      ['text_key', 'text'],
    ],
    columns: ['person', 'state', 'contacted_at', 'campaign_id', 'campaign_name', 'profile_id', 'profile_name'],
  },
  {
    name: 'conversations',
    table: 'conversations',
    key: [['person', 'text']],
    columns: ['person', 'replied_at', 'profile_id'],
  },
  {
    name: 'do_not_contact',
    table: 'do_not_contact',
    key: [['person', 'text']],
    columns: ['person', 'reason', 'origin', 'created_at'],
  },
  {
    name: 'do_not_contact_history',
    table: 'do_not_contact_removals',
    key: byId,
    columns: ['id', 'person', 'reason', 'removed_at', 'origin', 'marked_at', 'marked_reason'],
  },
  {
    name: 'imports',
    table: 'imports',
    key: byId,
    columns: [
      ...[
        'id',
        'list_id',
        'list_name',
        'file_name',
        'username',
        'status',
        'variables',
        'rows',
        'added',
        'updated',
        'removed',
      ],
      ...['kept', 'restored', 'created_at', 'started_at', 'ended_at', 'kept_until'],
    ],
  },
  {
    name: 'import_rows',
    table: 'import_rows',
    key: [
      ['import_id', 'bigint'],
      ['position', 'bigint'],
    ],
    columns: ['import_id', 'position', 'line', 'given', 'username', 'variables', 'problem', 'fate', 'previous'],
  },
  {
    name: 'people_changes',
    table: 'people_changes',
    key: byId,
    columns: [
      ...[
        'id',
        'type',
        'tag',
        'list_name',
        'recipient_status',
        'reason',
        'scope',
        'scope_list_name',
        'filter',
        'status',
      ],
      ...['total', 'changed', 'created_at', 'finished_at'],
    ],
  },
];

const support: readonly ExportKind[] = [
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
    key: byId,
    columns: ['id', 'ticket_id', 'author_name', 'message', 'created_at'],
  },
];

export const exportKinds: readonly ExportKind[] = [...user, ...accounts, ...campaigns, ...people, ...support];

/** Tables with rows of users that no file is made of, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  person_tags: 'The file of people has the tags of each.',
  list_counts: 'Sums over recipients, which are exported.',
  list_fillings: 'How far a list that is made of others is. The people on it are exported.',
  import_chunks: 'Rows on their way. They are exported as import rows once they are checked.',
  people_change_items:
    'How it was before a change, for 24 hours, to undo it. People and lists are exported as they are.',
  claims: 'Which computer holds which delivery right now. The deliveries are exported.',
  shared_sends: 'Until when two accounts pause after each other. It holds no data of its own.',
  forgotten_people: 'Keyed hashes of people who were forgotten. Nothing in them can be read.',
  agent_pairings: 'Codes that connect a computer, for a few minutes. The computers are exported.',
  installer_tickets: 'Secrets that download the agent, for a few minutes.',
  two_factor_secrets: 'Secrets that make the codes for signing in.',
  password_resets: 'Hashes of secrets that set a new password, for half an hour.',
  recovery_codes: 'Hashes of secrets that sign in.',
  sign_in_challenges: 'Hashes of secrets that end a sign-in, for a few minutes.',
  outgoing_mails: 'Mails that are being sent. Their links are secrets; the notices are exported.',
  background_jobs: 'How far work in the background is. What it is about is exported.',
  data_exports: 'The export itself.',
  data_export_chunks: 'The export itself.',
};
