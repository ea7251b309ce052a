import type { AgentToken } from '@sandpiper/contract/agent-tokens';
import type { PageOf } from '@sandpiper/contract/primitives';
import type { Ticket, TicketMessage } from '@sandpiper/contract/support';
import type { User } from '@sandpiper/contract/users';

const at = '2026-11-21T09:30:00.000Z';

export function buildTicket(changes: Partial<Ticket> = {}): Ticket {
  return {
    id: 7,
    ticket_number: 'T-0007',
    subject: 'Window stays open',
    description: 'One of three windows stayed open.',
    priority: 'high',
    category: 'bug_report',
    status: 'open',
    message_count: 1,
    has_unread_answer: false,
    is_unanswered: false,
    created_at: at,
    created_by: 'ben',
    assigned_to: null,
    assigned_to_name: null,
    ...changes,
  };
}

export function buildTicketMessage(changes: Partial<TicketMessage> = {}): TicketMessage {
  return { id: 1, account_id: 2, message: 'It happens every time.', author_name: 'ben', created_at: at, ...changes };
}

export function buildManagedUser(changes: Partial<User> = {}): User {
  return {
    id: 2,
    username: 'ben',
    role: 'user',
    pack: 'starter',
    subscription_end_date: null,
    is_active: true,
    has_two_factor: false,
    profile_count: 3,
    running_campaigns: 0,
    deletion_due_at: null,
    created_at: at,
    last_login: null,
    ...changes,
  };
}

export function buildAgentToken(changes: Partial<AgentToken> = {}): AgentToken {
  return {
    id: 1,
    name: 'Office PC',
    created_at: at,
    last_seen_at: null,
    online: false,
    version: null,
    platform: null,
    is_paused: false,
    outdated_at: null,
    address: null,
    page_pack: null,
    ...changes,
  };
}

export function pageOf(total: number, limit = 20, page = 1): PageOf {
  return { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) };
}
