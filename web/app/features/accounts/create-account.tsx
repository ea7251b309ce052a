import { Alert, Button, Fieldset, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limitPresets } from '@sandpiper/contract/account-limits';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import { changedFields, isSameJson } from '../../platform/changed-fields.ts';
import { useComputerChoice } from '../../platform/computers.ts';
import { failedFields } from '../../platform/failure.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { ComputerSelect } from '../../ui/computer-select.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import type { CreationFailure, Unfinished } from './account-creation.ts';
import { accountCreationTexts as texts } from './account-creation.texts.ts';
import { blankValues, newAccountValuesOf, type NewAccountValues } from './account-form.values.ts';
import { AccountNameInput, InstagramUsernameInput, problemOfName, problemOfUsername } from './account-inputs.tsx';
import css from './create-account.module.css';
import { accountLimitsTexts as limitsTexts } from './limits/account-limits.texts.ts';
import { limitText } from './limits/limit-text.ts';
import { LimitsFields } from './limits/limits-fields.tsx';
import { limitsErrorsOf, limitsOf, limitsRules, proposedLimits } from './limits/limits-input.ts';
import { PasswordField } from './password-field.tsx';
import type { AccountCreation } from './use-account-creation.ts';

type CreateAccountProps = {
  creation: AccountCreation;
  /** What the user has already typed about the account in another form. */
  typed?: NewAccountValues | null;
  /** Called with true when closing the form would discard input, and with false when nothing would be lost. */
  onType?: (isTyped: boolean) => void;
  onDone?: () => void;
};

/** The steps that create a Firefox profile, add an account that uses it, and open the account's sign-in page. */
export function CreateAccount({ creation, typed = null, onType, onDone }: CreateAccountProps) {
  const { state, unfinished } = creation;
  const account = unfinished?.account ?? null;
  // An account from an earlier attempt has to be finished first. What the user typed is about another account, so it waits.
  const [isWaiting, setWaiting] = useState(account !== null && typed !== null && isAnythingTyped(typed));
  useReportTyped(onType, isWaiting);

  function finish(): void {
    creation.finish();
    if (isWaiting) setWaiting(false);
    else onDone?.();
  }

  if (state.phase === 'done') {
    const isOpen = state.outcome.state === 'signed_in' || state.outcome.state === 'window';
    return (
      <Stack align="start">
        <p className={css['line']} role="status">
          {isOpen && <IconCheck size={18} aria-hidden />} {doneText(state)}
        </p>
        <Button onClick={finish}>{texts.continue}</Button>
      </Stack>
    );
  }
  return (
    <Stack className={css['form'] ?? ''}>
      {state.phase === 'failed' ? (
        <Failed failure={state.failure} unfinished={unfinished} />
      ) : (
        state.phase === 'idle' && unfinished !== null && <Interrupted unfinished={unfinished} isNextTyped={isWaiting} />
      )}
      {account === null ? (
        <NewAccountForm creation={creation} typed={typed} onType={onType} />
      ) : (
        <SignInAgain creation={creation} account={account} onSkip={finish} />
      )}
    </Stack>
  );
}

function doneText({ name, outcome }: Extract<AccountCreation['state'], { phase: 'done' }>): string {
  switch (outcome.state) {
    case 'signed_in':
      return texts.done.signedIn(name);
    case 'window':
      return texts.done.window(name);
    case 'problem':
      return texts.done.problem(name, outcome.detail);
    case 'unreachable':
      return texts.done.unreachable(name);
  }
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/**
 * Explains which step failed and why, and what was created before the failure. Scrolls there, because the user may have pressed the button
 * at the end of a long form.
 */
function Failed({ failure, unfinished }: { failure: CreationFailure; unfinished: Unfinished | null }) {
  const left = {
    profile: texts.failed.profileText,
    account: texts.failed.accountText(unfinished?.profileName ?? ''),
    window: texts.failed.windowText(unfinished?.account?.name ?? ''),
  }[failure.stage];
  return (
    <Alert
      ref={scrollTo}
      className={css['failed'] ?? ''}
      color="red"
      variant="light"
      title={texts.failed[failure.stage]}
      role="alert"
    >
      {failure.message} {left}
    </Alert>
  );
}

type InterruptedProps = { unfinished: Unfinished; isNextTyped: boolean };

function Interrupted({ unfinished: { profileName, account }, isNextTyped }: InterruptedProps) {
  return (
    <Alert color="yellow" variant="light" title={texts.unfinished.title} role="note">
      {account === null ? texts.unfinished.profile(profileName) : texts.unfinished.account(account.name)}
      {isNextTyped && ` ${texts.unfinished.kept}`}
    </Alert>
  );
}

function Working({ state }: { state: AccountCreation['state'] }) {
  if (state.phase !== 'working') return null;
  return (
    <p className={css['line']} role="status">
      {texts.working[state.stage]}
    </p>
  );
}

const blank = newAccountValuesOf(blankValues);

function isAnythingTyped(values: NewAccountValues): boolean {
  return Object.keys(changedFields(blank, values)).length > 0;
}

function areLimitsTyped(values: NewAccountValues): boolean {
  return !isSameJson(limitsOf(values), limitsOf(proposedLimits()));
}

/** Calls `onType` with true while `isTyped` is true, and with false afterward. */
function useReportTyped(onType: CreateAccountProps['onType'], isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return undefined;
    onType?.(true);
    return () => onType?.(false);
  }, [onType, isTyped]);
}

type NewAccountFormProps = {
  creation: AccountCreation;
  typed: NewAccountValues | null;
  onType: CreateAccountProps['onType'];
};

function NewAccountForm({ creation, typed, onType }: NewAccountFormProps) {
  const { state, unfinished } = creation;
  const isWorking = state.phase === 'working';
  const [asked, setAsked] = useState<string>();
  const choice = useComputerChoice(asked ?? unfinished?.computerId);
  const presence = useAgentPresence();
  const isOnline = choice.computer?.is_online ?? presence.isOnline === true;
  const isAllowed = useHasSubscription();
  const form = useForm<NewAccountValues>({
    initialValues: typed ?? blank,
    validate: { profile_name: problemOfName, insta_username: problemOfUsername, ...limitsRules },
  });
  useReportTyped(onType, !isWorking && isAnythingTyped(form.values));

  const submit = form.onSubmit(async (values) => {
    const { profile_name, insta_username, insta_password } = values;
    const input = { profile_name, insta_username, insta_password, ...limitsOf(values) };
    const failure = await creation.start(input, choice.computer?.id);
    if (failure !== null) form.setErrors(limitsErrorsOf(failedFields(failure.cause), values));
  });

  const button = (
    <Button type="submit" disabled={!isOnline || !isAllowed || choice.isLoading} loading={isWorking}>
      {unfinished === null ? texts.submit : state.phase === 'failed' ? texts.retry : texts.continue}
    </Button>
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <p className={css['text']}>{texts.explain}</p>
        <ComputerSelect choice={choice} isDisabled={isWorking} onChoose={setAsked} />
        <AccountNameInput data-autofocus disabled={isWorking} {...form.getInputProps('profile_name')} />
        <div className={css['pair']}>
          <InstagramUsernameInput disabled={isWorking} {...form.getInputProps('insta_username')} />
          <PasswordField
            account={null}
            username={form.values.insta_username}
            disabled={isWorking}
            {...form.getInputProps('insta_password')}
          />
        </div>
        {typed !== null && areLimitsTyped(typed) ? (
          <Fieldset variant="unstyled" disabled={isWorking}>
            <LimitsFields form={form} />
          </Fieldset>
        ) : (
          <p className={css['text']}>{limitsTexts.creation(limitText(limitPresets.new))}</p>
        )}
        {!isOnline && <p className={css['text']}>{texts.agentNeeded}</p>}
        {typed === null ? (
          <Group gap="sm">
            {button}
            <Working state={state} />
          </Group>
        ) : (
          <DialogActions>
            <Working state={state} />
            {button}
          </DialogActions>
        )}
      </Stack>
    </form>
  );
}

type SignInAgainProps = { creation: AccountCreation; account: { name: string }; onSkip: () => void };

/** Offers to open the sign-in page of the account that has already been added. */
function SignInAgain({ creation, account, onSkip }: SignInAgainProps) {
  const isWorking = creation.state.phase === 'working';
  const isOnline = useAgentPresence().isOnline === true;
  return (
    <Group gap="sm">
      <Button
        loading={isWorking}
        disabled={!isOnline}
        onClick={() => void creation.start({ profile_name: account.name }, creation.unfinished?.computerId)}
      >
        {creation.state.phase === 'failed' ? texts.retry : texts.openSignIn}
      </Button>
      {!isWorking && (
        <Button variant="default" onClick={onSkip}>
          {texts.skip}
        </Button>
      )}
      <Working state={creation.state} />
    </Group>
  );
}
