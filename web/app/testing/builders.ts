import type { UnreadRequest } from '@sandpiper/contract/unread-checks';
import type { Account, AccountHold } from '@sandpiper/contract/accounts';
import type { PerformanceRow } from '@sandpiper/contract/account-performance';
import type { SessionUser } from '@sandpiper/contract/auth';
import type { StatusReason } from '@sandpiper/contract/campaign-status';
import type { Campaign, CampaignAccount, CampaignRow } from '@sandpiper/contract/campaigns';
import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import type { Import } from '@sandpiper/contract/imports';
import type { RecipientList } from '@sandpiper/contract/lists';
import type { Preflight } from '@sandpiper/contract/preflight';
import type { Pagination } from '@sandpiper/contract/primitives';
import type { Template } from '@sandpiper/contract/templates';
import { timeZone } from '../platform/dates.ts';

const at = '2026-11-21T09:30:00.000Z';

export function buildUser(changes: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 1,
    username: 'maria',
    role: 'user',
    pack: 'starter',
    subscription_end_date: '2999-12-31',
    created_at: at,
    last_login: at,
    timezone: timeZone,
    must_set_up_two_factor: false,
    ...changes,
  };
}

/** Two of the user's computers. */
export const desk = { id: '6f1c2a4e-0000-4000-8000-000000000001', name: 'Desk', is_online: true };
export const laptop = { id: '6f1c2a4e-0000-4000-8000-000000000002', name: 'Laptop', is_online: true };

export function buildAccount(changes: Partial<Account> = {}): Account {
  return {
    id: 1,
    profile_name: 'studio',
    profile_path: '/profiles/ab12cd34.studio',
    is_active: 1,
    insta_username: 'studio.maria',
    has_password: false,
    in_use_by: null,
    hold: null,
    computer: { id: '6f1c2a4e-0000-4000-8000-000000000001', name: 'Office PC', is_online: true },
    double_of: null,
    daily_limit: null,
    ramp: null,
    timezone: null,
    hours: null,
    created_at: at,
    ...changes,
  };
}

const goodReason = { text: 'The next message can be sent now.', action: null, path: null, until: null };

export function buildPreflight(changes: Partial<Preflight> = {}): Preflight {
  const account = { ...goodReason, code: 'ready', is_counted: true, allowed_today: null, used_today: 0 } as const;
  return {
    people: 10,
    review_key: 'reviewed',
    to_message: 10,
    unchecked: 0,
    skipped: [],
    missing_values: [],
    cool_off_days: 30,
    already_messaged: 0,
    being_written_to: 0,
    accounts: [{ ...account, profile_id: 1, name: 'studio' }],
    problems: [],
    messages: [{ recipient: 'rye.and.co', text: 'Hi rye.and.co' }],
    pagination: paginationOf(10, 5),
    forecast: null,
    ...changes,
  };
}

export function buildHold(changes: Partial<AccountHold> = {}): AccountHold {
  return { reason: 'code_required', text: 'Instagram asks for a security code.', since: at, until: null, ...changes };
}

export function buildTemplate(changes: Partial<Template> = {}): Template {
  return { id: 1, name: 'Hello', content: 'Hi {username}', is_selected: false, created_at: at, ...changes };
}

export function buildList(changes: Partial<RecipientList> = {}): RecipientList {
  return {
    id: 1,
    name: 'Bakers',
    description: null,
    source: null,
    recipient_count: 12,
    pending_count: 10,
    sent_count: 2,
    variables: [],
    failed_count: 0,
    not_found_count: 0,
    filling: null,
    created_at: at,
    ...changes,
  };
}

export function buildCampaignRow(changes: Partial<CampaignRow> = {}): CampaignRow {
  return {
    id: 1,
    name: 'Autumn',
    status: 'pending',
    message_template_id: 1,
    template_name: 'Hello',
    list_id: 1,
    list_name: 'Bakers',
    profiles_used: [1],
    total_list: 10,
    total_sent: 0,
    total_failed: 0,
    total_skipped: 0,
    status_reason: null,
    hours: null,
    scheduled_start: null,
    created_at: at,
    started_at: null,
    completed_at: null,
    ...changes,
  };
}

/** Builds the reason why a campaign isn't sending. By default, the user stopped the campaign. */
export function buildStatusReason(changes: Partial<StatusReason> = {}): StatusReason {
  return {
    code: 'stopped_by_user',
    text: 'You stopped this campaign.',
    action: null,
    path: null,
    until: null,
    ...changes,
  };
}

export function buildCampaign(changes: Partial<Campaign> = {}): Campaign {
  return {
    ...buildCampaignRow(),
    template_content: 'Hi {username}',
    variables: [],
    logs: [],
    accounts: [],
    skipped: [],
    total_unknown: 0,
    total_being_checked: 0,
    has_retryable: false,
    allow_repeat: false,
    cool_off_days: 0,
    skip_conversations: true,
    logs_deleted_to: null,
    details_deleted_at: null,
    rate_per_hour: null,
    expected_end_at: null,
    preview: { recipient: 'rye.and.co', text: 'Hi rye.and.co' },
    ...changes,
  };
}

export function buildCampaignAccount(changes: Partial<CampaignAccount> = {}): CampaignAccount {
  return {
    profile_id: 1,
    profile_name: 'studio',
    is_deleted: false,
    state: 'sending',
    reason: null,
    text: null,
    next_due_at: null,
    ...changes,
  };
}

export function buildLog(changes: Partial<CampaignLog> = {}): CampaignLog {
  return {
    id: 1,
    campaign_id: 1,
    campaign_name: 'Autumn',
    seq: 1,
    action: 'message_sent',
    recipient: 'rye.and.co',
    is_do_not_contact: false,
    message: null,
    profile_name: 'studio',
    created_at: at,
    ...changes,
  };
}

export function paginationOf(totalItems: number, itemsPerPage = 10, currentPage = 1): Pagination {
  return { currentPage, totalPages: Math.max(1, Math.ceil(totalItems / itemsPerPage)), totalItems, itemsPerPage };
}

export function buildPerformance(changes: Partial<PerformanceRow> = {}): PerformanceRow {
  return {
    profile_id: 1,
    profile_name: 'studio',
    profile_path: '/profiles/ab12cd34.studio',
    is_active: 1,
    is_deleted: false,
    success_rate: 90,
    messages_sent: 45,
    messages_failed: 5,
    profile_blocked: 0,
    campaigns_used: 2,
    efficiency: 7.5,
    total_actions: 50,
    first_action: at,
    last_action: at,
    daily_sent: [0, 3, 5],
    ...changes,
  };
}

export function buildImport(changes: Partial<Import> = {}): Import {
  return {
    id: 5,
    list: { id: 1, name: 'Bakers', source: null },
    list_name: 'Bakers',
    file_name: 'people.csv',
    username: 'maria',
    status: 'checked',
    variables: [],
    rows: 10,
    rows_done: 0,
    contacted_days: 30,
    include: [],
    update_values: false,
    fates: {
      new: 4,
      on_other_list: 2,
      contacted: 1,
      on_this_list: 1,
      do_not_contact: 1,
      repeated: 0,
      invalid: 1,
    },
    added: 0,
    updated: 0,
    removed: 0,
    kept: 0,
    restored: 0,
    created_at: at,
    started_at: null,
    ended_at: null,
    undo_until: null,
    rows_until: '2026-11-22T09:30:00.000Z',
    ...changes,
  };
}

/** Builds a pending unread check. */
export function buildUnreadRequest(changes: Partial<UnreadRequest> = {}): UnreadRequest {
  return {
    id: 1,
    status: 'pending',
    results: null,
    progress: null,
    completed_at: null,
    error_message: null,
    created_at: '2026-11-21T09:30:00.000Z',
    ...changes,
  };
}
