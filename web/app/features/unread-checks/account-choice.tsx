import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { healthOf } from '../../platform/account-health.ts';
import { HealthMark } from '../../ui/health-mark.tsx';
import { HoldBadge } from '../../ui/hold-badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import css from './account-choice.module.css';
import { isFree, type AccountToCheck } from './unread-checks.queries.ts';
import { unreadChecksTexts } from './unread-checks.texts.ts';
import type { useChosenAccounts } from './use-chosen-accounts.ts';

const texts = unreadChecksTexts.choice;

type AccountChoiceProps = {
  choices: readonly AccountToCheck[] | undefined;
  selection: ReturnType<typeof useChosenAccounts>;
  isLocked: boolean;
};

function summaryOf(chosen: number, free: number): string {
  if (free === 0) return texts.noneFree;
  return chosen === 0 ? texts.all(free) : texts.some(chosen, free);
}

/** The list needs a `tabIndex`, because keyboard users must be able to scroll it even if every account is disabled. */
const scrollable = { role: 'region', tabIndex: 0, 'aria-label': texts.label } as const;

export function AccountChoice({ choices, selection, isLocked }: AccountChoiceProps) {
  const { chosen, free } = selection;
  return (
    <Panel
      title={texts.title}
      subtitle={choices === undefined ? '\u00a0' : summaryOf(chosen.length, free.length)}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          disabled={isLocked || free.length === 0}
          onClick={chosen.length === 0 ? selection.chooseAll : selection.chooseNone}
        >
          {chosen.length === 0 ? texts.selectAll : texts.selectNone}
        </Button>
      }
    >
      <div className={css['scroll']} {...scrollable}>
        <ul className={css['list']}>
          {choices === undefined
            ? [1, 2, 3].map((each) => (
                <li key={each} className={css['row']}>
                  <Skeleton height={16} width="60%" />
                </li>
              ))
            : choices.map((choice) => (
                <ChoiceRow key={choice.account.id} choice={choice} selection={selection} isLocked={isLocked} />
              ))}
        </ul>
      </div>
    </Panel>
  );
}

type ChoiceRowProps = { choice: AccountToCheck; selection: AccountChoiceProps['selection']; isLocked: boolean };

function ChoiceRow({ choice, selection, isLocked }: ChoiceRowProps) {
  const { account, usedBy } = choice;
  return (
    <li className={css['row']}>
      <Checkbox
        label={
          <>
            {account.profile_name} {account.hold === null && <HealthMark health={healthOf(account)} />}
          </>
        }
        aria-label={account.profile_name}
        description={usedBy === null ? account.hold?.text : texts.inUseHint}
        checked={selection.chosen.includes(account.id)}
        disabled={isLocked || !isFree(choice)}
        onChange={() => selection.toggle(account.id)}
      />
      {usedBy !== null && (
        <Badge tone="tide" icon={<IconSend size={12} aria-hidden />}>
          {texts.inUse}
        </Badge>
      )}
      {account.hold !== null && <HoldBadge until={account.hold.until} />}
    </li>
  );
}
