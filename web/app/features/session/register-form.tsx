import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { passwordMaxLength, passwordMinLength, usernameMaxLength, usernameMinLength } from '@sandpiper/contract/limits';
import { call } from '../../platform/api.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';
import { useGuestForm } from './use-guest-form.ts';

type Fields = { username: string; password: string; confirmPassword: string };
type Errors = Partial<Record<keyof Fields, string>>;

function check(fields: Fields): Errors {
  return {
    ...(fields.username.trim().length < usernameMinLength
      ? { username: `Username must be at least ${usernameMinLength} characters long` }
      : {}),
    ...(fields.password.length < passwordMinLength
      ? { password: `Password must be at least ${passwordMinLength} characters long` }
      : {}),
    ...(fields.confirmPassword === fields.password ? {} : { confirmPassword: 'Passwords do not match' }),
  };
}

const toggle = { 'aria-label': 'Show or hide the password' };

export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const { isBusy, input, onSubmit } = useGuestForm<Fields>({
    initial: { username: '', password: '', confirmPassword: '' },
    check,
    failed: 'Registration failed',
    send: async ({ username, password }) => {
      await call('POST /api/auth/register', { body: { username, password } });
      toast.success('Registration successful! Please login.', { ms: toastMs.sessionSuccess });
      onRegistered();
    },
  });

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label="Username"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          maxLength={usernameMaxLength}
          {...input('username')}
        />
        <PasswordInput
          label="Password"
          size="md"
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          visibilityToggleButtonProps={toggle}
          {...input('password')}
        />
        <PasswordInput
          label="Confirm password"
          size="md"
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          visibilityToggleButtonProps={toggle}
          {...input('confirmPassword')}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          Create Account
        </Button>
      </Stack>
    </form>
  );
}
