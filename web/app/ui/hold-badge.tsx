import { IconMoon } from '@tabler/icons-react';
import { publicTexts } from './public.texts.ts';
import { Badge, StatusBadge } from './status-badge.tsx';

/**
 * A badge for an account on hold. `until` is when the hold ends automatically. If it is null, the owner has to act, and the badge is red.
 */
export function HoldBadge({ until }: { until: string | null }) {
  if (until === null) return <StatusBadge status="held" />;
  return (
    <Badge tone="yellow" icon={<IconMoon size={13} aria-hidden />}>
      {publicTexts.statuses.held}
    </Badge>
  );
}
