import { IconCircleCheck, IconCircleMinus, IconHandStop, IconMoon, type TablerIcon } from '@tabler/icons-react';
import type { AccountHealth } from '../platform/account-health.ts';
import css from './health-mark.module.css';
import { uiTexts } from './ui.texts.ts';

const icons: Readonly<Record<AccountHealth, TablerIcon>> = {
  good: IconCircleCheck,
  resting: IconMoon,
  no_computer: IconHandStop,
  needs_you: IconHandStop,
  off: IconCircleMinus,
};

/** An icon that shows an account's health. Its meaning appears on hover and is announced by screen readers. */
export function HealthMark({ health }: { health: AccountHealth }) {
  const Icon = icons[health];
  const text = uiTexts.health[health];
  return (
    <span className={css['mark']} data-health={health} role="img" aria-label={text} title={text}>
      <Icon size={16} aria-hidden />
    </span>
  );
}
