import { Alert } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { IconHandStop, IconMoon } from '@tabler/icons-react';
import { timeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { ReleaseButton } from '../account-hold.tsx';
import { OpenProfileButton } from '../open-profile.tsx';
import css from './account-detail.module.css';
import { accountDetailTexts } from './account-detail.texts.ts';

const { hold: texts } = accountDetailTexts;

type HoldPanelProps = { account: Account; opening: AccountRequest | undefined };

/** Explains why the account is on hold, and either when the hold ends automatically or what the owner has to do. */
export function HoldPanel({ account, opening }: HoldPanelProps) {
  const { hold } = account;
  if (hold === null) return null;
  const isTimed = hold.until !== null;
  const Icon = isTimed ? IconMoon : IconHandStop;
  return (
    <Alert
      variant="light"
      color={isTimed ? 'yellow' : 'red'}
      role="alert"
      mb="md"
      title={texts.title}
      icon={<Icon size={18} aria-hidden />}
    >
      <p className={css['holdText']}>{hold.text}</p>
      <p className={css['dim']}>
        <RichText text={texts.since} tags={{ since: timeAt(hold.since) }} />{' '}
        <RichText text={isTimed ? texts.ends : texts.owner} tags={{ until: timeAt(hold.until) }} />
      </p>
      {!isTimed && (
        <div className={css['buttons']}>
          <OpenProfileButton account={account} opening={opening} variant="filled" />
          <ReleaseButton account={account} />
        </div>
      )}
    </Alert>
  );
}
