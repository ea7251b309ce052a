import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { passwordMaxLength, passwordMinLength, usernameMaxLength, usernameMinLength } from '@sandpiper/contract/limits';
import { call } from '../../platform/api.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import { registerTexts as texts } from './register.texts.ts';
import { sessionTexts } from './session.texts.ts';
import { useGuestForm } from './use-guest-form.ts';

type Fields = { username: string; password: string; confirmPassword: string };
type Errors = Partial<Record<keyof Fields, string>>;

function check(fields: Fields): Errors {
  return {
    ...(fields.username.trim().length < usernameMinLength
      ? { username: texts.usernameTooShort(usernameMinLength) }
      : {}),
    ...(fields.password.length < passwordMinLength ? { password: texts.passwordTooShort(passwordMinLength) } : {}),
    ...(fields.confirmPassword === fields.password ? {} : { confirmPassword: texts.passwordsDiffer }),
  };
}

type RegisterFormProps = { invitation: string | null; onRegistered: () => void };

export function RegisterForm({ invitation, onRegistered }: RegisterFormProps) {
  const { fields, isBusy, input, onSubmit } = useGuestForm<Fields>({
    initial: { username: '', password: '', confirmPassword: '' },
    check,
    failed: texts.failed,
    send: async ({ username, password }) => {
      await call('POST /api/auth/register', {
        body: { username, password, ...(invitation === null ? {} : { invitation }) },
      });
      toast.success(texts.success, { ms: toastMs.sessionSuccess });
      onRegistered();
    },
  });

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label={sessionTexts.username}
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          maxLength={usernameMaxLength}
          {...input('username')}
        />
        <PasswordInput
          label={sessionTexts.password}
          size="md"
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          {...input('password')}
        />
        <PasswordStrength password={fields.password} username={fields.username} />
        <PasswordInput
          label={texts.confirmPassword}
          size="md"
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          {...input('confirmPassword')}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}
