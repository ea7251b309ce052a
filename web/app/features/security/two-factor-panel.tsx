import { Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordMaxLength, signInCodeMaxLength } from '@sandpiper/contract/limits';
import type { TwoFactor } from '@sandpiper/contract/two-factor';
import { useState } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { LeaveCodesQuestion, RecoveryCodes } from './recovery-codes.tsx';
import { RememberedBrowsers } from './remembered-browsers.tsx';
import { SetUpTwoFactor } from './two-factor-setup.tsx';
import { useRenewRecoveryCodes, useTurnOffTwoFactor, useTwoFactor, type Proof } from './two-factor.queries.ts';
import { twoFactorTexts as texts } from './two-factor.texts.ts';

type ProofFormProps = {
  title: string;
  explanation: string;
  isBusy: boolean;
  /** Submits the password and code. If that fails, calls `onError` with an error that can name the invalid fields. */
  onSubmit: (proof: Proof, onError: (error: unknown) => void) => void;
  onClose: () => void;
};

/** A form that asks for the user's password and a two-factor code. */
function ProofForm({ title, explanation, isBusy, onSubmit, onClose }: ProofFormProps) {
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password === '' ? texts.proof.passwordRequired : null),
      code: (code) => (code.trim() === '' ? texts.setup.codeRequired : null),
    },
  });
  const submit = form.onSubmit((proof) => onSubmit(proof, (error) => form.setErrors(failedFields(error))));
  return (
    <FormModal
      isOpen
      title={title}
      submit={title}
      isBusy={isBusy}
      staysOpenWhileBusy
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{explanation}</Text>
      <PasswordInput
        label={texts.proof.password}
        data-autofocus
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        {...form.getInputProps('password')}
      />
      <TextInput
        label={texts.proof.code}
        autoComplete="one-time-code"
        autoCapitalize="none"
        maxLength={signInCodeMaxLength}
        {...form.getInputProps('code')}
      />
    </FormModal>
  );
}

function Renewal({ onClose }: { onClose: () => void }) {
  const renew = useRenewRecoveryCodes();
  const codes = renew.data?.recovery_codes;
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <>
      <ProofForm
        title={texts.recovery.renew}
        explanation={texts.recovery.renewExplanation}
        isBusy={renew.isPending}
        onSubmit={(proof, onError) => renew.mutate(proof, { onError })}
        onClose={onClose}
      />
      {renew.isPending && <LeaveCodesQuestion />}
    </>
  );
}

function TurningOff({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const turnOff = useTurnOffTwoFactor();
  return (
    <ProofForm
      title={texts.off.title}
      explanation={isRequired ? texts.off.explanationWhenRequired : texts.off.explanation}
      isBusy={turnOff.isPending}
      onSubmit={(proof, onError) => turnOff.mutate(proof, { onSuccess: onClose, onError })}
      onClose={onClose}
    />
  );
}

function TwoFactorOn({ state }: { state: TwoFactor }) {
  const [open, setOpen] = useState<'renewal' | 'off' | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack>
      <Text size="sm">
        <RichText text={texts.on} tags={{ time: timeAt(state.since) }} />
        {` ${texts.recovery.left(state.recovery_codes_left)}`}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen('renewal')}>
          {texts.recovery.renew}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setOpen('off')}>
          {texts.off.title}
        </Button>
      </Group>
      <RememberedBrowsers />
      {open === 'renewal' && <Renewal onClose={close} />}
      {open === 'off' && <TurningOff isRequired={state.is_required} onClose={close} />}
    </Stack>
  );
}

/** The settings for two-factor sign-in: setting it up, turning it off, recovery codes and remembered browsers. */
export function TwoFactorPanel() {
  const twoFactor = useTwoFactor();
  const [isSettingUp, setSettingUp] = useState(false);
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Loaded query={twoFactor} what={texts.what} skeleton={<Skeleton h={80} />}>
        {(state) =>
          state.is_on && !isSettingUp ? (
            <TwoFactorOn state={state} />
          ) : (
            <SetUpTwoFactor
              onOpen={() => setSettingUp(true)}
              onClose={() => {
                setSettingUp(false);
                void twoFactor.refetch();
              }}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
