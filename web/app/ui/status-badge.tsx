import {
  IconBan,
  IconCheck,
  IconCircle,
  IconCircleDashed,
  IconClock,
  IconHandStop,
  IconHelpCircle,
  IconLoader2,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPointFilled,
  IconUserQuestion,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './status-badge.module.css';
import { publicTexts } from './public.texts.ts';

export type Tone = 'green' | 'blue' | 'yellow' | 'red' | 'gray' | 'tide' | 'coral';
type StatusLook = { tone: Tone; icon: TablerIcon; isLive?: boolean };

const statuses: Readonly<Record<keyof typeof publicTexts.statuses, StatusLook>> = {
  pending: { tone: 'gray', icon: IconCircleDashed },
  running: { tone: 'blue', icon: IconPlayerPlay },
  paused: { tone: 'yellow', icon: IconPlayerPause },
  completed: { tone: 'green', icon: IconCheck },
  failed: { tone: 'red', icon: IconX },
  sent: { tone: 'green', icon: IconCheck },
  not_found: { tone: 'red', icon: IconUserQuestion },
  unknown: { tone: 'yellow', icon: IconHelpCircle },
  skipped: { tone: 'gray', icon: IconPlayerSkipForward },
  open: { tone: 'blue', icon: IconCircle },
  in_progress: { tone: 'yellow', icon: IconLoader2 },
  resolved: { tone: 'green', icon: IconCheck },
  closed: { tone: 'gray', icon: IconLock },
  active: { tone: 'green', icon: IconCheck },
  inactive: { tone: 'gray', icon: IconBan },
  expired: { tone: 'red', icon: IconClock },
  held: { tone: 'red', icon: IconHandStop },
  idle: { tone: 'gray', icon: IconCircleDashed },
  waiting: { tone: 'gray', icon: IconClock },
  sending: { tone: 'tide', icon: IconPointFilled, isLive: true },
  done: { tone: 'green', icon: IconCheck },
};

function isKnown(status: string): status is keyof typeof statuses {
  return Object.hasOwn(statuses, status);
}

/** Converts an unknown status to readable text: `not_yet_known` becomes "Not yet known". */
function wordOf(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type BadgeProps = {
  tone: Tone;
  icon?: ReactNode;
  /** Whether the icon pulses, because something is happening right now. */
  isLive?: boolean;
  children: ReactNode;
};

/** Returns the look of a status. Unknown statuses are gray. */
export function statusLook(status: string): BadgeProps {
  const { icon: Icon, ...look }: StatusLook = isKnown(status)
    ? statuses[status]
    : { tone: 'gray', icon: IconHelpCircle };
  return {
    ...look,
    icon: <Icon size={13} aria-hidden />,
    children: isKnown(status) ? publicTexts.statuses[status] : wordOf(status),
  };
}

/** A status as a colored badge with an icon. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge {...statusLook(status)} />;
}

export function Badge({ tone, icon, isLive = false, children }: BadgeProps) {
  return (
    <span className={css['badge']} data-tone={tone} data-live={isLive || undefined}>
      {icon}
      {children}
    </span>
  );
}
