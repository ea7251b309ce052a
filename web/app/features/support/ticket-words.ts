import type { TicketCategory, TicketPriority, TicketStatus } from '@sandpiper/contract/support';
import type { Tone } from '../../ui/status-badge.tsx';

type Choice<Value extends string> = { readonly value: Value; readonly label: string };

export const statusChoices: readonly Choice<TicketStatus>[] = [
  { value: 'open', label: 'Open' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'closed', label: 'Closed' },
];

export const priorityChoices: readonly Choice<TicketPriority>[] = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'urgent', label: 'Urgent' },
];

export const categoryChoices: readonly Choice<TicketCategory>[] = [
  { value: 'general', label: 'General' },
  { value: 'technical', label: 'Technical' },
  { value: 'billing', label: 'Billing' },
  { value: 'feature_request', label: 'Feature request' },
  { value: 'bug_report', label: 'Bug report' },
];

export const priorityTones: Readonly<Record<TicketPriority, Tone>> = {
  low: 'gray',
  medium: 'blue',
  high: 'yellow',
  urgent: 'red',
};

/** The choice with that value, or undefined: an address may hold anything. */
export function chosen<Value extends string>(choices: readonly Choice<Value>[], value: string): Value | undefined {
  return choices.find((choice) => choice.value === value)?.value;
}

export function labelOf<Value extends string>(choices: readonly Choice<Value>[], value: Value): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
