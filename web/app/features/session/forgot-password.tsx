import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@sandpiper/contract/client';
import { emailPattern } from '@sandpiper/contract/email-pattern';
import { emailMaxLength, passwordMaxLength, passwordMinLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { call } from '../../platform/api.ts';
import { toast } from '../../platform/toasts.tsx';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import { forgotPasswordTexts as texts } from './forgot-password.texts.ts';
import { registerTexts } from './register.texts.ts';
import { useGuestForm } from './use-guest-form.ts';

/**
 * A form that asks for an email address and requests a reset link. The confirmation doesn't reveal whether the address belongs to a user.
 */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, input, onSubmit } = useGuestForm<{ address: string }>({
    initial: { address: '' },
    check: ({ address }) => (emailPattern.test(address.trim()) ? {} : { address: texts.invalid }),
    failed: texts.failed,
    send: async (fields) => {
      const address = fields.address.trim();
      await call('POST /api/auth/password-reset', { body: { address } });
      setSentTo(address);
    },
  });
  if (sentTo !== null) {
    return (
      <Alert color="green" role="status" title={texts.sentTitle}>
        {texts.sent(sentTo)}
      </Alert>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label={texts.address}
          size="md"
          type="email"
          autoComplete="email"
          autoFocus
          maxLength={emailMaxLength}
          {...input('address')}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}

type ResetPasswordFormProps = { token: string; onDone: () => void };

/** A form that sets a new password with the token from the reset link. */
export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const [problem, setProblem] = useState<string | null>(token === '' ? texts.incomplete : null);
  const { fields, isBusy, input, onSubmit } = useGuestForm<{ new_password: string }>({
    initial: { new_password: '' },
    check: ({ new_password: password }) =>
      password.length < passwordMinLength ? { new_password: registerTexts.passwordTooShort(passwordMinLength) } : {},
    failed: texts.resetFailed,
    send: async (body) => {
      try {
        await call('PUT /api/auth/password-reset', { body: { token, ...body } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'expired_code') throw error;
        setProblem(error.message);
        return;
      }
      toast.success(texts.done);
      onDone();
    },
  });
  if (problem !== null) return <Alert color="red">{problem}</Alert>;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <PasswordInput
          label={texts.newPassword}
          size="md"
          autoComplete="new-password"
          autoFocus
          maxLength={passwordMaxLength}
          {...input('new_password')}
        />
        <PasswordStrength password={fields.new_password} username="" />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          {texts.reset}
        </Button>
      </Stack>
    </form>
  );
}
