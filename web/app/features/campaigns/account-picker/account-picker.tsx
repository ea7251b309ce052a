import { Button, Checkbox, Group, Skeleton, Text } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { healthOf } from '../../../platform/account-health.ts';
import { toast } from '../../../platform/toasts.tsx';
import { HealthMark } from '../../../ui/health-mark.tsx';
import { FolderName } from '../../../ui/path-text.tsx';
import { HoldBadge } from '../../../ui/hold-badge.tsx';
import { linkTo } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Badge, StatusBadge } from '../../../ui/status-badge.tsx';
import { uiTexts } from '../../../ui/ui.texts.ts';
import type { CampaignReference } from './account-choices.queries.ts';
import css from './account-picker.module.css';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { picker: texts } = campaignFormTexts;

type AccountPickerProps = {
  accounts: readonly Account[] | undefined;
  busy: ReadonlyMap<number, CampaignReference>;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  error?: string | undefined;
};

/**
 * Shows a card with a checkbox for each account. Accounts that a running campaign uses are disabled. If `chosen` contains such an account,
 * only "Clear" removes it.
 */
export function AccountPicker({ accounts, busy, chosen, onChange, error }: AccountPickerProps) {
  const free = accounts?.filter((account) => !busy.has(account.id)) ?? [];
  const inUse = accounts?.flatMap(({ id }) => busy.get(id) ?? []) ?? [];

  function selectAll() {
    const next = new Set([...chosen, ...free.map((account) => account.id)]);
    onChange(next);
    const skipped = accounts?.filter(({ id }) => !next.has(id)).length ?? 0;
    if (skipped > 0) toast.info(texts.selectedAll(next.size, skipped));
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
          <Selection chosen={chosen.size} free={free.length} inUse={inUse} />
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
                  isBusy={busy.has(account.id)}
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

type SelectionProps = {
  chosen: number;
  free: number;
  /** For each account that a running campaign uses, that campaign. */
  inUse: readonly CampaignReference[];
};

/** Says how many accounts are chosen, how many are in use, and which running campaign uses them. */
function Selection({ chosen, free, inUse }: SelectionProps) {
  const [first] = inUse;
  if (first === undefined) return texts.selected(chosen);
  const isOne = inUse.every(({ id }) => id === first.id);
  const name = isOne ? first.name : undefined;
  return (
    <RichText
      text={chosen + free === 0 ? texts.noneFree(name) : texts.selectedAndInUse(chosen, inUse.length, name)}
      tags={{ link: linkTo(isOne ? `/campaigns/${first.id}` : '/campaigns?status=running') }}
    />
  );
}

type AccountCardProps = {
  account: Account;
  /** Whether a running campaign uses the account. */
  isBusy: boolean;
  isChosen: boolean;
  /**
   * Whether the selection has an error. If so, the accounts that can be chosen are marked as invalid, so that the form can focus the first
   * of them.
   */
  isWrong: boolean;
  onToggle: () => void;
};

function AccountCard({ account, isBusy, isChosen, isWrong, onToggle }: AccountCardProps) {
  const health = account.hold === null ? healthOf(account) : null;
  const note = isBusy
    ? texts.inUseText
    : (account.hold?.text ?? (health === 'no_computer' ? uiTexts.health.no_computer : undefined));
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
          {account.profile_name} {health !== null && <HealthMark health={health} />}
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
