import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Panel } from '../../ui/panel.tsx';
import { Badge, StatusBadge } from '../../ui/status-badge.tsx';
import css from './account-choice.module.css';
import type { Choice } from './unread-checks.queries.ts';
import type { useChosenAccounts } from './use-chosen-accounts.ts';

type AccountChoiceProps = {
  choices: readonly Choice[] | undefined;
  selection: ReturnType<typeof useChosenAccounts>;
  /** There are more than are shown. */
  hasMore: boolean;
  isLocked: boolean;
};

function summaryOf(chosen: number, free: number, hasMore: boolean): string {
  if (hasMore) return chosen === 0 ? 'None selected: all that are free' : `${chosen} of the first 100 selected`;
  if (free === 0) return 'All are in use right now';
  return chosen === 0 ? `None selected: all ${free}` : `${chosen} of ${free} selected`;
}

/** The list scrolls by itself, also when nothing in it can be chosen, so the keyboard has to reach it. */
const scrollable = { role: 'region', tabIndex: 0, 'aria-label': 'Profiles to check' } as const;

/** Which accounts the next check looks into. */
export function AccountChoice({ choices, selection, hasMore, isLocked }: AccountChoiceProps) {
  const { chosen, free } = selection;
  return (
    <Panel
      title="Profiles"
      subtitle={choices === undefined ? '\u00a0' : summaryOf(chosen.length, free.length, hasMore)}
      actions={
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isLocked || free.length === 0}
          onClick={chosen.length === 0 ? selection.chooseAll : selection.chooseNone}
        >
          {chosen.length === 0 ? 'Select All' : 'Select None'}
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

type ChoiceRowProps = { choice: Choice; selection: AccountChoiceProps['selection']; isLocked: boolean };

function ChoiceRow({ choice: { account, usedBy }, selection, isLocked }: ChoiceRowProps) {
  return (
    <li className={css['row']}>
      <Checkbox
        label={account.profile_name}
        description={
          usedBy === null ? account.hold?.text : 'This profile is currently being used in a running campaign'
        }
        checked={selection.chosen.includes(account.id)}
        disabled={isLocked || usedBy !== null}
        onChange={() => selection.toggle(account.id)}
      />
      {usedBy !== null && (
        <Badge tone="coral" icon={<IconSend size={12} aria-hidden />}>
          In Use
        </Badge>
      )}
      {account.hold !== null && <StatusBadge status="held" />}
    </li>
  );
}
