import { IconMoon } from '@tabler/icons-react';
import { publicTexts } from './public.texts.ts';
import { Badge, StatusBadge } from './status-badge.tsx';

/** That an account is on hold. Red only where its owner has to act. `until`: when it ends by itself. */
export function HoldBadge({ until }: { until: string | null }) {
  if (until === null) return <StatusBadge status="held" />;
  return (
    <Badge tone="yellow" icon={<IconMoon size={13} aria-hidden />}>
      {publicTexts.statuses.held}
    </Badge>
  );
}
