import type { AuditAction } from '@sandpiper/contract/audit.texts';
import type { Person, SignedInAgent } from '../../platform/access/person.ts';
import type { Change } from '../../platform/change.ts';
import { insertAuditEvent } from './audit.store.ts';

type Actor =
  | { kind: 'user'; id: number; name: string }
  | { kind: 'agent'; id: number; name: string }
  | { kind: 'visitor' | 'server' };

/** The request that caused an event. */
export type AuditSource = { ip: string; id: string };

/** A signed-in user and the request that they made. */
export type Requester = { user: Pick<Person, 'id' | 'username'>; request: AuditSource };

type Value = string | number | boolean | null;
type Values = Readonly<Record<string, Value | undefined>>;

type Facts = {
  action: AuditAction;
  /** What the action was performed on, such as `account 7`. */
  subject?: string;
  /** Further details, never secrets. */
  detail?: Values;
  /** The values before and after the action. Only values that differ are recorded. */
  changed?: { from: object; to: object };
};

export type AuditEvent = Facts & {
  /** The user that the event concerns, or null if it doesn't concern a user. */
  userId: number | null;
  by: Actor;
  /** Null if no request caused the event. */
  request: AuditSource | null;
};

export function userActor({ id, username }: Requester['user']): Actor {
  return { kind: 'user', id, name: username };
}

export function agentActor({ id, name }: Pick<SignedInAgent['agent'], 'id' | 'name'>): Actor {
  return { kind: 'agent', id, name };
}

/** Records an action in the transaction that performs it, so that either both are committed or neither is. */
export async function recordAudit({ transaction }: Change, event: AuditEvent): Promise<void> {
  const { action, userId, by, request, subject, detail = {}, changed } = event;
  await insertAuditEvent(transaction, {
    action,
    user_id: userId,
    actor_kind: by.kind,
    actor_id: 'id' in by ? by.id : null,
    actor_name: 'name' in by ? by.name : null,
    subject: subject ?? null,
    address: request?.ip ?? null,
    request_id: request?.id ?? null,
    detail: JSON.stringify(detail),
    changes: changed === undefined ? null : JSON.stringify(differences(changed)),
  });
}

/** Records an action by a signed-in user. If `userId` is omitted, the event concerns the user who acted. */
export function recordActOf(
  change: Change,
  { user, request }: Requester,
  { userId = user.id, ...facts }: Facts & { userId?: number | null },
): Promise<void> {
  return recordAudit(change, { ...facts, userId, by: userActor(user), request });
}

function differences({ from, to }: { from: object; to: object }) {
  const before = new Map<string, unknown>(Object.entries(from));
  const after: [string, unknown][] = Object.entries(to);
  const changed = after.filter(([name, value]) => before.get(name) !== value);
  return Object.fromEntries(changed.map(([name, value]) => [name, { from: before.get(name) ?? null, to: value }]));
}
