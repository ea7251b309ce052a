import type { AuditEvent } from '@sandpiper/contract/audit';
import { auditFacts } from '@sandpiper/contract/audit-facts.texts';
import { formatDateTime } from '../../platform/dates.ts';
import { auditLogTexts as texts } from './audit-log.texts.ts';

/** Returns an event's subject and details as short strings. */
export function factsOf({ subject, ...event }: AuditEvent): string[] {
  return [...(subject === null ? [] : [subject]), ...auditFacts(event, formatDateTime)];
}

export function actorText({ actor: { kind, name } }: AuditEvent): string {
  if (name === null) return texts.actors[kind];
  return kind === 'agent' ? texts.agent(name) : name;
}
