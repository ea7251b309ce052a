import type { TicketPriority } from '@sandpiper/contract/support';
import { optionsOf } from '../../platform/select-options.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import { supportTexts } from './support.texts.ts';

export const statusChoices = optionsOf(supportTexts.statuses);
export const priorityChoices = optionsOf(supportTexts.priorities);
export const categoryChoices = optionsOf(supportTexts.categories);

export const priorityTones: Readonly<Record<TicketPriority, Tone>> = {
  low: 'gray',
  medium: 'gray',
  high: 'yellow',
  urgent: 'red',
};
