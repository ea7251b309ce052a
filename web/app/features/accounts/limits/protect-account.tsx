import { Alert, Button, Text } from '@mantine/core';
import { limitPresets } from '@sandpiper/contract/account-limits';
import type { Account } from '@sandpiper/contract/accounts';
import { IconShieldPlus } from '@tabler/icons-react';
import { useHasSubscription } from '../../../platform/session.tsx';
import { usePackInfo, useProtectAccount } from '../accounts.queries.ts';
import { accountLimitsTexts as texts } from './account-limits.texts.ts';
import css from './protect-account.module.css';

const { daily_limit: recommended } = limitPresets.established;

const isUnprotected = ({ daily_limit, ramp }: Account): boolean => daily_limit === null && ramp === null;

/** Returns props for a button that applies the recommended limit. */
function useProtection(account: Account) {
  const protect = useProtectAccount();
  const isAllowed = useHasSubscription();
  return { disabled: !isAllowed, loading: protect.isPending, onClick: () => protect.mutate(account) };
}

/** A small hint in the account list, for an account without its own limit. */
export function ProtectHint({ account }: { account: Account }) {
  const protection = useProtection(account);
  if (!isUnprotected(account)) return null;
  return (
    <div className={css['hint']}>
      <Text span size="xs" c="dimmed">
        {texts.unprotected}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.protectName(account.profile_name, recommended)}
        {...protection}
      >
        {texts.protectShort(recommended)}
      </Button>
    </div>
  );
}

/** A notice on the account's page that explains why the account should have a limit. */
export function ProtectNotice({ account }: { account: Account }) {
  const ceiling = usePackInfo().data?.maxPerAccountPerDay;
  const protection = useProtection(account);
  if (!isUnprotected(account)) return null;
  return (
    <Alert
      variant="light"
      color="gray"
      role="note"
      mb="md"
      title={texts.unprotected}
      icon={<IconShieldPlus size={18} aria-hidden />}
    >
      <div className={css['notice']}>
        <span>{texts.unprotectedText(ceiling)}</span>
        <Button size="compact-sm" variant="default" {...protection}>
          {texts.protect(recommended)}
        </Button>
      </div>
    </Alert>
  );
}
