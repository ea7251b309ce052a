import type { ColumnType, GeneratedAlways } from 'kysely';

// Written by `npm run db:types` from the migrations. Do not edit.

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
/** ISO 8601 in UTC when read. */
export type Timestamp = ColumnType<string, string | Date, string | Date>;
/** Written as JSON text. */
export type Json = ColumnType<unknown, string, string>;

export interface AccountDays {
  user_id: number;
  profile_id: number;
  day: string;
  sent: Generated<number>;
  failed: Generated<number>;
  refused: Generated<number>;
  held: Generated<number>;
}

export interface AccountFailures {
  user_id: number;
  profile_id: number;
  day: string;
  reason: string;
  count: number;
  last_at: Timestamp;
}

export interface AccountHolds {
  id: GeneratedAlways<number>;
  user_id: number;
  profile_id: number;
  reason: string;
  detail: string | null;
  held_at: Timestamp;
  held_until: Timestamp | null;
  released_at: Timestamp | null;
}

export interface AgentPairings {
  device_code_hash: Buffer;
  user_code: string;
  device_name: string;
  status: Generated<'pending' | 'approved' | 'denied' | 'used'>;
  user_id: number | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  last_polled_at: Timestamp | null;
  address: string | null;
}

export interface AgentRequests {
  id: GeneratedAlways<number>;
  user_id: number;
  request_type: 'open' | 'sign_in' | 'close' | 'close_all' | 'close_campaign' | 'unread_check' | 'profiles_list' | 'profiles_create' | 'profiles_delete' | 'profiles_test' | 'diagnostic_report';
  status: Generated<'pending' | 'running' | 'completed' | 'failed'>;
  profile_id: number | null;
  profile_path: string | null;
  profile_name: string | null;
  profile_ids: Generated<number[]>;
  is_default: Generated<boolean>;
  results: Json | null;
  error_message: string | null;
  agent_token_id: number | null;
  fence: Generated<number>;
  lease_expires_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  completed_at: Timestamp | null;
  installation_id: string | null;
  part_of: number | null;
  page: string | null;
  is_automatic: Generated<boolean>;
  progress: Json | null;
}

export interface AgentTokens {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  token_hash: Buffer;
  created_at: Generated<Timestamp>;
  last_seen_at: Timestamp | null;
  version: string | null;
  platform: string | null;
  is_paused: Generated<boolean>;
  windows: Generated<Json>;
  outdated_at: Timestamp | null;
  installation_id: string | null;
  process_id: string | null;
  page_pack: Json | null;
  address: string | null;
}

export interface Attempts {
  key_hash: Buffer;
  count: number;
  ends_at: Timestamp;
}

export interface AuditEvents {
  id: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  action: string;
  user_id: number | null;
  actor_kind: 'user' | 'agent' | 'visitor' | 'server';
  actor_id: number | null;
  actor_name: string | null;
  subject: string | null;
  address: string | null;
  request_id: string | null;
  detail: Generated<Json>;
  user_name: string | null;
  changes: Json | null;
}

export interface BackgroundJobs {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: string;
  subject_id: number;
  progress: Json;
  runner: string | null;
  leased_until: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface CampaignDays {
  user_id: number;
  campaign_id: number;
  profile_id: number;
  day: string;
  sent: number;
  failed: number;
  unknown: number;
  blocked: number;
  first_at: Timestamp;
  last_at: Timestamp;
}

export interface CampaignLogs {
  id: GeneratedAlways<number>;
  user_id: number;
  campaign_id: number;
  seq: number;
  action: 'message_sent' | 'message_failed' | 'message_unknown' | 'skipped' | 'profile_blocked' | 'started' | 'paused' | 'completed' | 'failed';
  recipient: string | null;
  message: string | null;
  profile_id: number | null;
  profile_name: string | null;
  created_at: Generated<Timestamp>;
  day: string | null;
}

export interface CampaignProfiles {
  user_id: number;
  campaign_id: number;
  profile_id: number;
  is_running: Generated<boolean>;
}

export interface Campaigns {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  status: Generated<'pending' | 'running' | 'paused' | 'completed' | 'failed'>;
  message_template_id: number | null;
  template_name: string;
  template_content: string;
  list_id: number | null;
  list_name: string;
  total_list: Generated<number>;
  total_sent: Generated<number>;
  total_failed: Generated<number>;
  last_log_seq: Generated<number>;
  preparation: string | null;
  preparing_until: Timestamp | null;
  deleted_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
  allow_repeat: Generated<boolean>;
  cool_off_days: Generated<number>;
  skip_conversations: Generated<boolean>;
  total_skipped: Generated<number>;
  status_reason: string | null;
  stopped_by_user: Generated<boolean>;
  text_key: string | null;
  deletion: string | null;
  deleting_until: Timestamp | null;
  hours: Json | null;
  start_at: Timestamp | null;
  start_allow_repeat: boolean | null;
  start_next_try_at: Timestamp | null;
  start_problem: string | null;
  start_missed_at: Timestamp | null;
  variables: Generated<string[]>;
  logs_deleted_to: Timestamp | null;
  details_deleted_at: Timestamp | null;
  message_key: string | null;
  start_review_key: string | null;
}

export interface Claims {
  user_id: number;
  delivery_id: number;
  campaign_id: number;
  profile_id: number;
  installation_id: string;
  claim_id: string;
  recipient: string;
  expires_at: Timestamp | null;
  committed_at: Timestamp | null;
  check_at: Timestamp | null;
}

export interface ContactMessages {
  id: GeneratedAlways<number>;
  name: string;
  email: string;
  message: string;
  created_at: Generated<Timestamp>;
}

export interface Contacts {
  user_id: number;
  person: string;
  text_key: string;
  state: 'sending' | 'sent' | 'unknown';
  contacted_at: Timestamp;
  delivery_id: number;
  campaign_id: number | null;
  campaign_name: string;
  profile_id: number | null;
  profile_name: string | null;
}

export interface Conversations {
  user_id: number;
  person: string;
  replied_at: Timestamp;
  profile_id: number | null;
}

export interface DataExportChunks {
  user_id: number;
  export_id: number;
  position: number;
  kind: string;
  rows: string;
}

export interface DataExports {
  id: GeneratedAlways<number>;
  user_id: number;
  created_at: Generated<Timestamp>;
  ready_at: Timestamp | null;
}

export interface Deliveries {
  id: GeneratedAlways<number>;
  user_id: number;
  campaign_id: number;
  recipient_id: number | null;
  recipient: string;
  status: Generated<'pending' | 'claimed' | 'committed' | 'sent' | 'not_found' | 'failed' | 'unknown' | 'skipped' | 'withdrawn'>;
  profile_id: number | null;
  failures: Generated<number>;
  retry_at: Timestamp | null;
  reason: string | null;
  detail: string | null;
  finished_at: Timestamp | null;
  claim_id: string | null;
  installation_id: string | null;
  releases: Generated<number>;
  checks: Generated<number>;
  troubled_profile_ids: Generated<number[]>;
  turn: Generated<number>;
  skipped_at_start: Generated<boolean>;
  message_id: string | null;
  counted_on: string | null;
  kept_for_profile_id: number | null;
  variables: Json | null;
}

export interface DoNotContact {
  user_id: number;
  person: string;
  reason: string | null;
  created_at: Generated<Timestamp>;
  origin: Generated<'added' | 'imported' | 'person_page' | 'bulk_change'>;
  person_id: number | null;
  change_id: number | null;
}

export interface DoNotContactRemovals {
  id: GeneratedAlways<number>;
  user_id: number;
  person: string;
  reason: string;
  removed_at: Generated<Timestamp>;
  origin: 'added' | 'imported' | 'person_page' | 'bulk_change' | null;
  marked_at: Timestamp | null;
  marked_reason: string | null;
}

export interface ForgottenPeople {
  user_id: number;
  person_key: string;
  forgotten_at: Generated<Timestamp>;
}

export interface ImportChunks {
  user_id: number;
  import_id: number;
  position: number;
  rows: string;
}

export interface ImportRows {
  user_id: number;
  import_id: number;
  position: number;
  line: number;
  given: string;
  username: string | null;
  variables: Json | null;
  problem: 'no_username' | 'not_a_username' | 'not_a_person' | 'column_header' | 'value_too_long' | 'unreadable' | null;
  fate: 'new' | 'on_this_list' | 'on_other_list' | 'contacted' | 'do_not_contact' | 'invalid' | 'repeated';
  previous: Json | null;
}

export interface Imports {
  id: GeneratedAlways<number>;
  user_id: number;
  list_id: number | null;
  list_name: string;
  file_name: string;
  username: string;
  status: Generated<'receiving' | 'checking' | 'checked' | 'importing' | 'done' | 'stopped' | 'failed' | 'undoing' | 'undone' | 'dropped'>;
  variables: string[];
  rows: Generated<number>;
  bytes: Generated<number>;
  rows_done: Generated<number>;
  contacted_days: number | null;
  include: Generated<string[]>;
  update_values: Generated<boolean>;
  fates: Generated<Json>;
  added: Generated<number>;
  updated: Generated<number>;
  removed: Generated<number>;
  kept: Generated<number>;
  restored: Generated<number>;
  kept_until: Timestamp | null;
  created_at: Generated<Timestamp>;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
  created_variables: Generated<string[]>;
}

export interface InstallerTickets {
  token_hash: Buffer;
  user_id: number;
  kind: string;
  expires_at: Timestamp;
}

export interface Invitations {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  note: string;
  created_by: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  max_uses: Generated<number>;
  uses: Generated<number>;
  creator_id: number | null;
}

export interface KeptKeys {
  purpose: string;
  sealed: Buffer;
}

export interface KnownSignIns {
  user_id: number;
  browser: string;
  network: string;
  last_at: Generated<Timestamp>;
}

export interface ListCounts {
  id: GeneratedAlways<number>;
  user_id: number;
  list_id: number;
  status: string;
  added_on: string;
  people: number;
  is_sum: Generated<boolean>;
}

export interface ListFillings {
  user_id: number;
  list_id: number;
  kind: 'copy' | 'merge' | 'split' | 'not_reached';
  status: Generated<'running' | 'done' | 'stopped'>;
  total: number;
  done: Generated<number>;
  added: Generated<number>;
  duplicates: Generated<number>;
}

export interface Lists {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  description: string | null;
  created_at: Generated<Timestamp>;
  source: string | null;
  variables: Generated<string[]>;
  is_for_tests: Generated<boolean>;
}

export interface MailAddresses {
  user_id: number;
  address: string;
  confirmed_at: Timestamp | null;
  token_hash: Buffer | null;
  token_expires_at: Timestamp | null;
  notices_mailed_at: Timestamp | null;
}

export interface NoticeSwitches {
  user_id: number;
  kind: string;
  in_app: boolean;
  browser: boolean;
  mail: boolean;
}

export interface Notices {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: 'account_held' | 'agent_away' | 'campaign_paused' | 'campaign_ended' | 'import_ended' | 'subscription_ending' | 'ticket_answered' | 'agent_update' | 'new_sign_in' | 'new_computer' | 'security_change' | 'export_ready' | 'deletion_asked' | 'unread_replies';
  occurrence: string;
  title: string;
  message: string;
  path: string;
  is_listed: boolean;
  is_mail_due: boolean;
  created_at: Generated<Timestamp>;
  read_at: Timestamp | null;
}

export interface OutgoingMails {
  id: GeneratedAlways<number>;
  user_id: number | null;
  purpose: 'confirm_address' | 'notices' | 'deletion_asked' | 'reset_password' | 'contact_message' | 'address_changed';
  sealed: Buffer | null;
  due_at: Generated<Timestamp>;
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  contact_message_id: number | null;
}

export interface PasswordResets {
  user_id: number;
  token_hash: Buffer;
  expires_at: Timestamp;
}

export interface People {
  id: GeneratedAlways<number>;
  user_id: number;
  username: string;
  note: string | null;
  outcome: 'sent' | 'failed' | 'not_found' | 'unknown' | 'skipped' | null;
  outcome_at: Timestamp | null;
  last_contacted_at: Timestamp | null;
  last_campaign_name: string | null;
  last_profile_name: string | null;
  former_key: string | null;
  created_at: Generated<Timestamp>;
  replied_at: Timestamp | null;
}

export interface PeopleChangeItems {
  id: GeneratedAlways<number>;
  user_id: number;
  change_id: number;
  person_id: number;
  list_id: number | null;
  recipient_id: number | null;
  recipient_status: 'pending' | 'sent' | 'failed' | 'not_found' | null;
  variables: Json | null;
  import_id: number | null;
  added_at: Timestamp | null;
  marked_at: Generated<Timestamp | null>;
  delivery_statuses: Json | null;
}

export interface PeopleChanges {
  id: GeneratedAlways<number>;
  user_id: number;
  type: 'tag' | 'untag' | 'add_to_list' | 'remove_from_list' | 'set_status' | 'do_not_contact';
  tag_id: number | null;
  tag: string | null;
  list_id: number | null;
  list_name: string | null;
  recipient_status: 'pending' | 'sent' | 'failed' | 'not_found' | null;
  reason: string | null;
  scope: 'list' | 'recipients' | 'people' | 'usernames';
  scope_list_id: number | null;
  scope_list_name: string | null;
  filter: Json | null;
  chosen: number[] | null;
  last_id: number;
  status: Generated<'running' | 'done' | 'canceled' | 'undoing' | 'undone'>;
  total: number;
  done: Generated<number>;
  changed: Generated<number>;
  left_out: Generated<Json>;
  in_flight: Generated<number[]>;
  withdrawn: Generated<number>;
  put_back: Generated<number>;
  not_put_back: Generated<Json>;
  has_items: Generated<boolean>;
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
}

export interface PersonEvents {
  id: GeneratedAlways<number>;
  user_id: number;
  person_id: number;
  type: 'removed_from_list' | 'status_changed' | 'note_changed' | 'tagged' | 'untagged';
  created_at: Generated<Timestamp>;
  list_id: number | null;
  list_name: string | null;
  added_at: Timestamp | null;
  recipient_status: 'pending' | 'sent' | 'failed' | 'not_found' | null;
  tag: string | null;
  note: string | null;
}

export interface PersonTags {
  user_id: number;
  tag_id: number;
  person_id: number;
}

export interface Profiles {
  id: GeneratedAlways<number>;
  user_id: number;
  profile_name: string;
  profile_path: string;
  is_active: Generated<boolean>;
  insta_username: string | null;
  insta_password_sealed: Buffer | null;
  next_due_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  installation_id: string | null;
  folder: string | null;
  double_of: number | null;
  signed_in_as: string | null;
  hold_reason: string | null;
  hold_detail: string | null;
  held_at: Timestamp | null;
  held_until: Timestamp | null;
  wait_reason: string | null;
  wait_detail: string | null;
  released_in_a_row: Generated<number>;
  not_found_in_a_row: Generated<number>;
  unexpected_people: Generated<string[]>;
  vanished_in_a_row: Generated<number>;
  undelivered_in_a_row: Generated<number>;
  daily_limit: number | null;
  ramp_start: number | null;
  ramp_step: number | null;
  timezone: string | null;
  hours: Json | null;
  lasting_day: string | null;
  lasting_until: Timestamp | null;
  sending_day: string | null;
  sent_on_day: Generated<number>;
  ramp_day: Generated<number>;
}

export interface Recipients {
  id: GeneratedAlways<number>;
  user_id: number;
  list_id: number;
  recipient: string;
  status: Generated<'pending' | 'sent' | 'failed' | 'not_found'>;
  created_at: Generated<Timestamp>;
  variables: Json | null;
  import_id: number | null;
  person_id: number | null;
}

export interface RecoveryCodes {
  user_id: number;
  code_hash: Buffer;
}

export interface RememberedBrowsers {
  id: GeneratedAlways<number>;
  user_id: number;
  token_hash: Buffer;
  browser: string | null;
  address: string;
  created_at: Generated<Timestamp>;
  last_used_at: Generated<Timestamp>;
  expires_at: Timestamp;
}

export interface Restores {
  id: GeneratedAlways<number>;
  backup_made_at: Timestamp | null;
  restored_at: Generated<Timestamp>;
  campaigns_paused_at: Timestamp | null;
  confirmed_at: Timestamp | null;
}

export interface SavedFilters {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  filter: Json;
  created_at: Generated<Timestamp>;
}

export interface ServerSettings {
  is_only_row: Generated<boolean>;
  registration: 'open' | 'invitation' | 'closed' | null;
  log_days: number | null;
  ended_campaign_days: number | null;
  agent_request_days: number | null;
  contact_message_days: number | null;
}

export interface Sessions {
  token_hash: Buffer;
  user_id: number;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: GeneratedAlways<number>;
  browser: string | null;
  address: string | null;
  last_used_at: Generated<Timestamp>;
  confirmed_at: Generated<Timestamp>;
}

export interface SharedSends {
  user_id: number;
  profile_id: number;
  with_profile_id: number;
  until: Timestamp;
}

export interface SignInChallenges {
  token_hash: Buffer;
  user_id: number;
  expires_at: Timestamp;
}

export interface SweepLease {
  is_only_row: Generated<boolean>;
  holder: string;
  ends_at: Timestamp;
}

export interface Tags {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  created_at: Generated<Timestamp>;
}

export interface Templates {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  content: string;
  is_selected: Generated<boolean>;
  created_at: Generated<Timestamp>;
}

export interface TicketMessages {
  id: GeneratedAlways<number>;
  user_id: number;
  ticket_id: number;
  author_id: number | null;
  author_name: string;
  message: string;
  created_at: Generated<Timestamp>;
}

export interface Tickets {
  id: GeneratedAlways<number>;
  user_id: number;
  ticket_number: string;
  subject: string;
  description: string;
  priority: Generated<'low' | 'medium' | 'high' | 'urgent'>;
  category: Generated<'general' | 'technical' | 'billing' | 'feature_request' | 'bug_report'>;
  status: Generated<'open' | 'in_progress' | 'resolved' | 'closed'>;
  assigned_to: number | null;
  created_at: Generated<Timestamp>;
  read_message_id: Generated<number>;
  report: string | null;
}

export interface TwoFactorSecrets {
  user_id: number;
  sealed: Buffer;
  last_step: Generated<number>;
}

export interface UnreadCounts {
  user_id: number;
  profile_id: number;
  unread_count: number;
  is_exact: boolean;
  checked_at: Timestamp;
}

export interface UnreadSchedules {
  user_id: number;
  every_hours: number;
  due_at: Timestamp;
  started_at: Timestamp | null;
}

export interface Users {
  id: GeneratedAlways<number>;
  username: string;
  password_hash: string;
  role: Generated<'admin' | 'user'>;
  pack: Generated<'starter' | 'pro'>;
  subscription_end_date: string | null;
  is_active: Generated<boolean>;
  max_retries: Generated<number>;
  delay_start: Generated<number>;
  delay_end: Generated<number>;
  created_at: Generated<Timestamp>;
  last_login: Timestamp | null;
  two_factor_since: Timestamp | null;
  deletion_due_at: Timestamp | null;
  timezone: string | null;
}

export interface DB {
  account_days: AccountDays;
  account_failures: AccountFailures;
  account_holds: AccountHolds;
  agent_pairings: AgentPairings;
  agent_requests: AgentRequests;
  agent_tokens: AgentTokens;
  attempts: Attempts;
  audit_events: AuditEvents;
  background_jobs: BackgroundJobs;
  campaign_days: CampaignDays;
  campaign_logs: CampaignLogs;
  campaign_profiles: CampaignProfiles;
  campaigns: Campaigns;
  claims: Claims;
  contact_messages: ContactMessages;
  contacts: Contacts;
  conversations: Conversations;
  data_export_chunks: DataExportChunks;
  data_exports: DataExports;
  deliveries: Deliveries;
  do_not_contact: DoNotContact;
  do_not_contact_removals: DoNotContactRemovals;
  forgotten_people: ForgottenPeople;
  import_chunks: ImportChunks;
  import_rows: ImportRows;
  imports: Imports;
  installer_tickets: InstallerTickets;
  invitations: Invitations;
  kept_keys: KeptKeys;
  known_sign_ins: KnownSignIns;
  list_counts: ListCounts;
  list_fillings: ListFillings;
  lists: Lists;
  mail_addresses: MailAddresses;
  notice_switches: NoticeSwitches;
  notices: Notices;
  outgoing_mails: OutgoingMails;
  password_resets: PasswordResets;
  people: People;
  people_change_items: PeopleChangeItems;
  people_changes: PeopleChanges;
  person_events: PersonEvents;
  person_tags: PersonTags;
  profiles: Profiles;
  recipients: Recipients;
  recovery_codes: RecoveryCodes;
  remembered_browsers: RememberedBrowsers;
  restores: Restores;
  saved_filters: SavedFilters;
  server_settings: ServerSettings;
  sessions: Sessions;
  shared_sends: SharedSends;
  sign_in_challenges: SignInChallenges;
  sweep_lease: SweepLease;
  tags: Tags;
  templates: Templates;
  ticket_messages: TicketMessages;
  tickets: Tickets;
  two_factor_secrets: TwoFactorSecrets;
  unread_counts: UnreadCounts;
  unread_schedules: UnreadSchedules;
  users: Users;
}
