import type { Person, SignedInAgent } from '../../platform/access/person.ts';
import type { Change } from '../../platform/change.ts';
import { insertAuditEvent } from './audit.store.ts';

/** What is recorded. Names stay as they are: records with them are kept. */
type AuditAction =
  | 'password_changed'
  | 'password_reset_requested'
  | 'password_reset'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'two_factor_reset'
  | 'two_factor_refused'
  | 'recovery_code_used'
  | 'recovery_codes_made'
  | 'browser_remembered'
  | 'browsers_forgotten'
  | 'agent_token_created'
  | 'agent_token_revoked'
  | 'computer_approved'
  | 'instagram_password_released'
  | 'backup_requested'
  | 'backup_downloaded'
  | 'restore_confirmed'
  | 'user_deletion_requested'
  | 'user_deletion_canceled'
  | 'user_deleted'
  | 'data_export_requested'
  | 'data_export_downloaded'
  | 'registration_changed'
  | 'retention_changed'
  | 'invitation_created'
  | 'invitation_revoked'
  | 'invitation_used'
  | 'contact_message_deleted';

type Actor =
  | { kind: 'user'; id: number; name: string }
  | { kind: 'agent'; id: number; name: string }
  | { kind: 'visitor' | 'server' };

/** The request that caused it. */
export type AuditSource = { ip: string; id: string };

export type AuditEvent = {
  action: AuditAction;
  /** Whose account or data it is about; null: nobody's in particular. */
  userId: number | null;
  by: Actor;
  /** Null: no request caused it. */
  request: AuditSource | null;
  /** What it was done to, such as `account 7`. */
  subject?: string;
  /** More about it, never a secret. */
  detail?: Readonly<Record<string, string | number | boolean | null>>;
};

export function userActor({ id, username }: Pick<Person, 'id' | 'username'>): Actor {
  return { kind: 'user', id, name: username };
}

export function agentActor({ id, name }: SignedInAgent['agent']): Actor {
  return { kind: 'agent', id, name };
}

/** Records what happened, in the transaction in which it happens: nothing of it without its record, and no record without it. */
export async function recordAudit({ transaction }: Change, event: AuditEvent): Promise<void> {
  const { action, userId, by, request, subject, detail = {} } = event;
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
  });
}
