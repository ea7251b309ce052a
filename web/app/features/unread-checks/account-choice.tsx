import { Button, Checkbox, Skeleton } from '@mantine/core';
import type { UnreadProgress } from '@sandpiper/contract/unread-checks';
import { IconAlertTriangle, IconCheck, IconClock, IconMailSearch, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { healthOf } from '../../platform/account-health.ts';
import { HealthMark } from '../../ui/health-mark.tsx';
import { HoldBadge } from '../../ui/hold-badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { uiTexts } from '../../ui/ui.texts.ts';
import css from './account-choice.module.css';
import { isFree, type AccountToCheck } from './unread-checks.queries.ts';
import { unreadChecksTexts } from './unread-checks.texts.ts';
import type { useChosenAccounts } from './use-chosen-accounts.ts';

const texts = unreadChecksTexts.choice;

type AccountChoiceProps = {
  choices: readonly AccountToCheck[] | undefined;
  selection: ReturnType<typeof useChosenAccounts>;
  /** The state of each account in the running check, if the agents report it. */
  progress: UnreadProgress | null;
  isLocked: boolean;
};

function summaryOf(chosen: number, free: number): string {
  if (free === 0) return texts.noneFree;
  return chosen === 0 ? texts.all(free) : texts.some(chosen, free);
}

/** How many accounts are shown until the user asks for all. */
const shownFirst = 12;

export function AccountChoice({ choices, selection, progress, isLocked }: AccountChoiceProps) {
  const { chosen, free } = selection;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? choices : choices?.slice(0, shownFirst);
  const stateOf = ({ account }: AccountToCheck) => progress?.find(({ profile_id }) => profile_id === account.id)?.state;
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
      <ul className={css['list']} aria-label={texts.label}>
        {shown === undefined
          ? [1, 2, 3].map((each) => (
              <li key={each} className={css['row']}>
                <Skeleton height={16} width="60%" />
              </li>
            ))
          : shown.map((choice) => (
              <ChoiceRow
                key={choice.account.id}
                choice={choice}
                selection={selection}
                state={stateOf(choice)}
                isLocked={isLocked}
              />
            ))}
      </ul>
      {choices !== undefined && shown !== undefined && shown.length < choices.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {texts.showAll(choices.length)}
        </Button>
      )}
    </Panel>
  );
}

type AccountState = UnreadProgress[number]['state'];

const stateLooks = {
  waiting: { tone: 'gray', Icon: IconClock },
  checking: { tone: 'blue', Icon: IconMailSearch },
  counted: { tone: 'green', Icon: IconCheck },
  failed: { tone: 'red', Icon: IconAlertTriangle },
} as const;

function StateBadge({ state }: { state: AccountState }) {
  const { tone, Icon } = stateLooks[state];
  return (
    <Badge tone={tone} icon={<Icon size={12} aria-hidden />}>
      {texts.states[state]}
    </Badge>
  );
}

type ChoiceRowProps = {
  choice: AccountToCheck;
  selection: AccountChoiceProps['selection'];
  /** The state of the account in the running check. Undefined if the account isn't being checked. */
  state: AccountState | undefined;
  isLocked: boolean;
};

function ChoiceRow({ choice, selection, state, isLocked }: ChoiceRowProps) {
  const { account, usedBy } = choice;
  const health = account.hold === null ? healthOf(account) : null;
  const problem = account.hold?.text ?? (health === 'no_computer' ? uiTexts.health.no_computer : undefined);
  return (
    <li className={css['row']}>
      <Checkbox
        label={
          <>
            {account.profile_name} {health !== null && <HealthMark health={health} />}
          </>
        }
        aria-label={account.profile_name}
        description={usedBy === null ? problem : texts.inUseHint}
        checked={selection.chosen.includes(account.id)}
        disabled={isLocked || !isFree(choice)}
        onChange={() => selection.toggle(account.id)}
      />
      {state !== undefined && <StateBadge state={state} />}
      {usedBy !== null && (
        <Badge tone="tide" icon={<IconSend size={12} aria-hidden />}>
          {texts.inUse}
        </Badge>
      )}
      {account.hold !== null && <HoldBadge until={account.hold.until} />}
    </li>
  );
}
