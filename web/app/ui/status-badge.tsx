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
  IconUserQuestion,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import css from './status-badge.module.css';
import { publicTexts } from './public.texts.ts';

export type Tone = 'green' | 'blue' | 'yellow' | 'red' | 'gray' | 'tide' | 'coral';
type Icon = ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
type StatusLook = { tone: Tone; icon: Icon };

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
  sending: { tone: 'tide', icon: IconPlayerPlay },
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

/** A status as a colored badge with an icon. Unknown statuses are gray. */
export function StatusBadge({ status }: { status: string }) {
  const { tone, icon: Icon }: StatusLook = isKnown(status) ? statuses[status] : { tone: 'gray', icon: IconHelpCircle };
  return (
    <Badge tone={tone} icon={<Icon size={13} aria-hidden />}>
      {isKnown(status) ? publicTexts.statuses[status] : wordOf(status)}
    </Badge>
  );
}

type BadgeProps = { tone: Tone; icon?: ReactNode; children: ReactNode };

export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={css['badge']} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
