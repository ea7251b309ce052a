import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { signInCodeMaxLength } from '@sandpiper/contract/limits';
import { lazy, Suspense, useState } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './security.module.css';
import { useConfirmTwoFactor, useSetUpTwoFactor, type Setup } from './two-factor.queries.ts';
import { twoFactorTexts } from './two-factor.texts.ts';

const texts = twoFactorTexts.setup;

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

/** The secret in groups of four characters, for users who type it instead of scanning the QR code. */
function SecretText({ secret }: { secret: string }) {
  return (
    <div>
      <Text size="sm">{texts.typeInstead}</Text>
      <code className={css['secret']}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </div>
  );
}

type SetupFormProps = { setup: Setup; onConfirmed: (recoveryCodes: readonly string[]) => void; onClose: () => void };

function SetupForm({ setup, onConfirmed, onClose }: SetupFormProps) {
  const confirm = useConfirmTwoFactor();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? texts.codeRequired : null) },
  });
  const submit = form.onSubmit(({ code }) =>
    confirm.mutate(code, {
      onSuccess: (answer) => onConfirmed(answer.recovery_codes),
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );
  return (
    <FormModal
      isOpen
      title={texts.title}
      submit={texts.turnOn}
      isBusy={confirm.isPending}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      <Text size="sm">{texts.scan}</Text>
      <div className={css['qr']}>
        <Suspense fallback={<Skeleton w={208} h={208} />}>
          <QrCode text={setup.uri} title={texts.qr} />
        </Suspense>
      </div>
      <SecretText secret={setup.secret} />
      <TextInput
        label={texts.code}
        description={texts.codeHint}
        data-autofocus
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={signInCodeMaxLength}
        {...form.getInputProps('code')}
      />
    </FormModal>
  );
}

type Step = { setup: Setup } | { recoveryCodes: readonly string[] } | null;

/** Guides the user through setting up two-factor sign-in. Calls `onDone` once the user has seen the recovery codes. */
export function SetUpTwoFactor({ onDone }: { onDone: () => void }) {
  const [step, setStep] = useState<Step>(null);
  const recentSignIn = useRecentSignIn(texts.what);
  const setUp = useSetUpTwoFactor(recentSignIn);
  return (
    <>
      <Button
        loading={setUp.isPending}
        onClick={() => setUp.mutate(undefined, { onSuccess: (setup) => setStep({ setup }) })}
      >
        {texts.title}
      </Button>
      {recentSignIn.dialog}
      {step !== null && 'setup' in step && (
        <SetupForm
          setup={step.setup}
          onConfirmed={(recoveryCodes) => setStep({ recoveryCodes })}
          onClose={() => setStep(null)}
        />
      )}
      {step !== null && 'recoveryCodes' in step && (
        <RecoveryCodes
          codes={step.recoveryCodes}
          onClose={() => {
            setStep(null);
            onDone();
          }}
        />
      )}
    </>
  );
}
