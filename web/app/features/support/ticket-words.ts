import type { TicketCategory, TicketPriority, TicketStatus } from '@sandpiper/contract/support';
import type { Choice } from '../../platform/choices.ts';
import type { Tone } from '../../ui/status-badge.tsx';

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
