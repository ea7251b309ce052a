import { Alert, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { signInCodeMaxLength } from '@sandpiper/contract/limits';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { LeaveCodesQuestion, RecoveryCodes } from './recovery-codes.tsx';
import css from './security.module.css';
import { useConfirmTwoFactor, useSetUpTwoFactor, type Setup } from './two-factor.queries.ts';
import { twoFactorTexts } from './two-factor.texts.ts';

const texts = twoFactorTexts.setup;

const QrCode = lazyPart(async () => (await import('./qr-code.tsx')).QrCode);

/** The secret in groups of four characters, for users who type it instead of scanning the QR code. */
function SecretText({ secret }: { secret: string }) {
  return (
    <div>
      <Text size="sm">{texts.typeInstead}</Text>
      <code className={css['secret']}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </div>
  );
}

function SecretToAdd({ setup }: { setup: Setup }) {
  return (
    <>
      <Text size="sm">{texts.scan}</Text>
      <div className={css['qr']}>
        <Suspense fallback={<Skeleton w={208} h={208} />}>
          <QrCode text={setup.uri} title={texts.qr} />
        </Suspense>
      </div>
      <SecretText secret={setup.secret} />
    </>
  );
}

/** Shown if the user has started the setup again elsewhere, because the server then replaces the secret. */
function ReplacedSecret({ problem, isBusy, onNew }: { problem: ReactNode; isBusy: boolean; onNew: () => void }) {
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap="sm" align="start">
        {problem}
        <Button size="sm" loading={isBusy} onClick={onNew}>
          {texts.newCode}
        </Button>
      </Stack>
    </Alert>
  );
}

type SetupFormProps = {
  setup: Setup;
  isStarting: boolean;
  onStartAgain: () => void;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

function SetupForm({ setup, isStarting, onStartAgain, onConfirmed, onClose }: SetupFormProps) {
  const confirm = useConfirmTwoFactor();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? texts.codeRequired : null) },
  });
  const submit = form.onSubmit(({ code }) =>
    confirm.mutate(
      { code, secret: setup.secret },
      {
        onSuccess: (answer) => onConfirmed(answer.recovery_codes),
        onError: (error) => form.setErrors(failedFields(error)),
      },
    ),
  );
  const replaced = form.errors['secret'];
  return (
    <FormModal
      isOpen
      title={texts.title}
      submit={texts.turnOn}
      isBusy={confirm.isPending}
      staysOpenWhileBusy
      isDisabled={replaced !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {replaced === undefined ? (
        <SecretToAdd setup={setup} />
      ) : (
        <ReplacedSecret problem={replaced} isBusy={isStarting} onNew={onStartAgain} />
      )}
      <TextInput
        label={texts.code}
        description={texts.codeHint}
        data-autofocus
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={signInCodeMaxLength}
        {...form.getInputProps('code')}
      />
      {confirm.isPending && <LeaveCodesQuestion />}
    </FormModal>
  );
}

type Step = { setup: Setup } | { recoveryCodes: readonly string[] } | null;

type SetUpTwoFactorProps = {
  /** Whether the button looks like those of the sign-in screens. */
  isLarge?: boolean;
  /**
   * Called when the setup opens. Keep this component mounted until `onClose`. Otherwise, the recovery codes could disappear before the user
   * has seen them, because the server considers the setup complete before that.
   */
  onOpen: () => void;
  /** Called when the user has canceled the setup or seen the recovery codes. */
  onClose: () => void;
};

export function SetUpTwoFactor({ isLarge = false, onOpen, onClose }: SetUpTwoFactorProps) {
  const [step, setStep] = useState<Step>(null);
  const recentSignIn = useRecentSignIn(texts.what);
  const setUp = useSetUpTwoFactor(recentSignIn);
  const start = () =>
    setUp.mutate(undefined, {
      onSuccess: (setup) => {
        setStep({ setup });
        onOpen();
      },
    });
  const close = () => {
    setStep(null);
    onClose();
  };
  return (
    <>
      <Button size={isLarge ? 'md' : 'sm'} fullWidth={isLarge} loading={setUp.isPending} onClick={start}>
        {texts.title}
      </Button>
      {recentSignIn.dialog}
      {step !== null && 'setup' in step && (
        <SetupForm
          key={step.setup.secret}
          setup={step.setup}
          isStarting={setUp.isPending}
          onStartAgain={start}
          onConfirmed={(recoveryCodes) => setStep({ recoveryCodes })}
          onClose={close}
        />
      )}
      {step !== null && 'recoveryCodes' in step && <RecoveryCodes codes={step.recoveryCodes} onClose={close} />}
    </>
  );
}
