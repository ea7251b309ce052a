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
  IconUserQuestion,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import css from './status-badge.module.css';

export type Tone = 'green' | 'blue' | 'yellow' | 'red' | 'gray' | 'tide' | 'coral';
type Icon = ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
type Status = { tone: Tone; icon: Icon; word: string };

/** Every status of the product, with its colour, sign and word. */
const statuses = new Map<string, Status>([
  ['pending', { tone: 'gray', icon: IconCircleDashed, word: 'Pending' }],
  ['running', { tone: 'blue', icon: IconPlayerPlay, word: 'Running' }],
  ['paused', { tone: 'yellow', icon: IconPlayerPause, word: 'Paused' }],
  ['completed', { tone: 'green', icon: IconCheck, word: 'Completed' }],
  ['failed', { tone: 'red', icon: IconX, word: 'Failed' }],
  ['sent', { tone: 'green', icon: IconCheck, word: 'Sent' }],
  ['not_found', { tone: 'red', icon: IconUserQuestion, word: 'Not found' }],
  ['open', { tone: 'blue', icon: IconCircle, word: 'Open' }],
  ['in_progress', { tone: 'yellow', icon: IconLoader2, word: 'In progress' }],
  ['resolved', { tone: 'green', icon: IconCheck, word: 'Resolved' }],
  ['closed', { tone: 'gray', icon: IconLock, word: 'Closed' }],
  ['active', { tone: 'green', icon: IconCheck, word: 'Active' }],
  ['inactive', { tone: 'gray', icon: IconBan, word: 'Inactive' }],
  ['expired', { tone: 'red', icon: IconClock, word: 'Expired' }],
  ['held', { tone: 'red', icon: IconHandStop, word: 'On hold' }],
  ['idle', { tone: 'gray', icon: IconCircleDashed, word: 'Idle' }],
  ['waiting', { tone: 'gray', icon: IconClock, word: 'Waiting' }],
  ['sending', { tone: 'coral', icon: IconPlayerPlay, word: 'Sending' }],
  ['done', { tone: 'green', icon: IconCheck, word: 'Done' }],
]);

function wordOf(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A status as colour, icon and word; one that is not known is shown neutral. */
export function StatusBadge({ status }: { status: string }) {
  const known = statuses.get(status) ?? { tone: 'gray', icon: IconHelpCircle, word: wordOf(status) };
  const Icon = known.icon;
  return (
    <Badge tone={known.tone} icon={<Icon size={13} aria-hidden />}>
      {known.word}
    </Badge>
  );
}

type BadgeProps = { tone: Tone; icon?: ReactNode; children: ReactNode };

/** Any other small word with a colour. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={css['badge']} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
