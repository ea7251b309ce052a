import type { TicketCategory, TicketPriority, TicketStatus } from '@sandpiper/contract/support';
import type { SelectOption } from '../../platform/select-options.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import { supportTexts } from './support.texts.ts';

const { statuses, priorities, categories } = supportTexts;

export const statusChoices: readonly SelectOption<TicketStatus>[] = [
  { value: 'open', label: statuses.open },
  { value: 'in_progress', label: statuses.in_progress },
  { value: 'resolved', label: statuses.resolved },
  { value: 'closed', label: statuses.closed },
];

export const priorityChoices: readonly SelectOption<TicketPriority>[] = [
  { value: 'low', label: priorities.low },
  { value: 'medium', label: priorities.medium },
  { value: 'high', label: priorities.high },
  { value: 'urgent', label: priorities.urgent },
];

export const categoryChoices: readonly SelectOption<TicketCategory>[] = [
  { value: 'general', label: categories.general },
  { value: 'technical', label: categories.technical },
  { value: 'billing', label: categories.billing },
  { value: 'feature_request', label: categories.feature_request },
  { value: 'bug_report', label: categories.bug_report },
];

export const priorityTones: Readonly<Record<TicketPriority, Tone>> = {
  low: 'gray',
  medium: 'gray',
  high: 'yellow',
  urgent: 'red',
};
