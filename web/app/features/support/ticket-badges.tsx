import type { TicketCategory, TicketPriority } from '@sandpiper/contract/support';
import { IconChevronDown, IconChevronsUp, IconChevronUp, IconMinus } from '@tabler/icons-react';
import { Badge } from '../../ui/status-badge.tsx';
import { labelOf } from '../../platform/select-options.ts';
import { categoryChoices, priorityChoices, priorityTones } from './ticket-choices.ts';

const priorityIcons = { low: IconChevronDown, medium: IconMinus, high: IconChevronUp, urgent: IconChevronsUp };

export function PriorityBadge({ priority }: { priority: TicketPriority }) {
  const Icon = priorityIcons[priority];
  return (
    <Badge tone={priorityTones[priority]} icon={<Icon size={13} aria-hidden />}>
      {labelOf(priorityChoices, priority)}
    </Badge>
  );
}

export function CategoryBadge({ category }: { category: TicketCategory }) {
  return <Badge tone="gray">{labelOf(categoryChoices, category)}</Badge>;
}
