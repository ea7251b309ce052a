import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { call } from '../../platform/api.ts';
import { useSession } from '../../platform/session.tsx';
import { toast, toastMs } from '../../platform/toasts.tsx';
import { useGuestForm } from './use-guest-form.ts';

type Fields = { username: string; password: string };
type Errors = Partial<Record<keyof Fields, string>>;

function check(fields: Fields): Errors {
  return {
    ...(fields.username.trim() === '' ? { username: 'Username is required' } : {}),
    ...(fields.password === '' ? { password: 'Password is required' } : {}),
  };
}

/** On success the guard of the guests' screens leads on. */
export function LoginForm() {
  const session = useSession();
  const { isBusy, input, onSubmit } = useGuestForm<Fields>({
    initial: { username: '', password: '' },
    check,
    failed: 'Login failed',
    send: async (body) => {
      const { token, user } = await call('POST /api/auth/login', { body });
      toast.success('Login successful!', { ms: toastMs.sessionSuccess });
      session.begin(token, user);
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
          required
          withAsterisk={false}
          {...input('username')}
        />
        <PasswordInput
          label="Password"
          size="md"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          {...input('password')}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          Log in
        </Button>
      </Stack>
    </form>
  );
}
