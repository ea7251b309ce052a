import type { AuditEvent } from '@sandpiper/contract/audit';
import { auditLogTexts as texts } from './audit-log.texts.ts';

type Value = AuditEvent['detail'][string];

function valueText(value: Value): string {
  if (value === null || value === '') return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return String(value);
}

/** `subscription_end_date` and `is_blocked` as people read them. */
const nameText = (name: string) => name.replace(/^is_/, '').replaceAll('_', ' ');

const isKnown = ([, value]: [string, Value]) => value !== null && value !== '';

/** What it was done to, and what is known about it, each as a short text. */
export function factsOf({ subject, detail, changes }: AuditEvent): string[] {
  return [
    ...(subject === null ? [] : [subject]),
    ...Object.entries(detail)
      .filter(isKnown)
      .map(([name, value]) => texts.detail(nameText(name), valueText(value))),
    ...Object.entries(changes).map(([name, { from, to }]) =>
      texts.change(nameText(name), valueText(from), valueText(to)),
    ),
  ];
}

export function actorText({ actor: { kind, name } }: AuditEvent): string {
  if (name === null) return texts.actors[kind];
  return kind === 'agent' ? texts.agent(name) : name;
}
