import { IconCircleCheck, IconCircleMinus, IconHandStop, IconMoon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { AccountHealth } from '../platform/account-health.ts';
import css from './health-mark.module.css';
import { uiTexts } from './ui.texts.ts';

type Icon = ComponentType<{ size: number; 'aria-hidden': true }>;

const icons: Readonly<Record<AccountHealth, Icon>> = {
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
