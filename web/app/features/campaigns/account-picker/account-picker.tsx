import { Button, Checkbox, Group, Skeleton, Text } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { healthOf } from '../../../platform/account-health.ts';
import { toast } from '../../../platform/toasts.tsx';
import { HealthMark } from '../../../ui/health-mark.tsx';
import { FolderName } from '../../../ui/path-text.tsx';
import { HoldBadge } from '../../../ui/hold-badge.tsx';
import { Badge, StatusBadge } from '../../../ui/status-badge.tsx';
import css from './account-picker.module.css';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { picker: texts } = campaignFormTexts;

type AccountPickerProps = {
  accounts: readonly Account[] | undefined;
  busy: ReadonlyMap<number, string>;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  error?: string | undefined;
};

/** Shows a card with a checkbox for each account. Accounts that a running campaign uses are disabled. */
export function AccountPicker({ accounts, busy, chosen, onChange, error }: AccountPickerProps) {
  const free = accounts?.filter((account) => !busy.has(account.id)) ?? [];
  const skipped = (accounts?.length ?? 0) - free.length;

  function selectAll() {
    onChange(new Set(free.map((account) => account.id)));
    if (skipped > 0) {
      toast.info(texts.selectedAll(free.length, skipped));
    }
  }

  function toggle(id: number) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }

  return (
    <fieldset className={css['picker']} aria-describedby={error === undefined ? undefined : 'picker-error'}>
      <legend className={css['legend']}>
        {texts.title} <span aria-hidden>*</span>
      </legend>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {texts.selected(chosen.size, free.length)}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" disabled={free.length === 0} onClick={selectAll}>
            {texts.selectAll}
          </Button>
          <Button variant="default" size="xs" disabled={chosen.size === 0} onClick={() => onChange(new Set())}>
            {texts.clear}
          </Button>
        </Group>
      </Group>
      {accounts?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      ) : (
        <div className={css['cards']}>
          {accounts === undefined
            ? [1, 2, 3, 4].map((place) => <Skeleton key={place} height={64} />)
            : accounts.map((account) => (
                <AccountCard
                  key={account.id}
                  account={account}
                  campaign={busy.get(account.id)}
                  isChosen={chosen.has(account.id)}
                  isWrong={error !== undefined}
                  onToggle={() => toggle(account.id)}
                />
              ))}
        </div>
      )}
      {error !== undefined && (
        <Text id="picker-error" size="xs" c="red" mt={6}>
          {error}
        </Text>
      )}
    </fieldset>
  );
}

type AccountCardProps = {
  account: Account;
  /** The name of the running campaign that uses the account, if any. */
  campaign: string | undefined;
  isChosen: boolean;
  /** Whether the selection has an error. If so, the accounts that can be chosen are marked as invalid, so that the form can focus one. */
  isWrong: boolean;
  onToggle: () => void;
};

function AccountCard({ account, campaign, isChosen, isWrong, onToggle }: AccountCardProps) {
  const isBusy = campaign !== undefined;
  const note = isBusy ? texts.inUseText : account.hold?.text;
  const noteId = `account-note-${account.id}`;
  return (
    <label className={css['card']} data-chosen={isChosen || undefined} data-busy={isBusy || undefined}>
      <Checkbox
        checked={isChosen}
        disabled={isBusy}
        aria-invalid={(isWrong && !isBusy) || undefined}
        onChange={onToggle}
        aria-label={account.profile_name}
        aria-describedby={note === undefined ? undefined : noteId}
      />
      <span className={css['words']}>
        <span className={css['name']}>
          {account.profile_name} {account.hold === null && <HealthMark health={healthOf(account)} />}
        </span>
        <span className={css['detail']}>
          {account.insta_username === null ? <FolderName path={account.profile_path} /> : `@${account.insta_username}`}
        </span>
        {note !== undefined && (
          <span id={noteId} className={css['detail']}>
            {note}
          </span>
        )}
      </span>
      <span className={css['badges']}>
        {isBusy && <Badge tone="tide">{texts.inUse}</Badge>}
        {account.hold !== null && <HoldBadge until={account.hold.until} />}
        {account.is_active === 0 && <StatusBadge status="inactive" />}
      </span>
    </label>
  );
}
