import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { call } from '../../platform/api.ts';
import { useSession } from '../../platform/session.tsx';
import { toast, toastMs } from '../../platform/toasts.tsx';

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
  const [fields, setFields] = useState<Fields>({ username: '', password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);

  function edit(change: Partial<Fields>) {
    setFields({ ...fields, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in change))));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = check(fields);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { token, user } = await call('POST /api/auth/login', { body: fields });
      toast.success('Login successful!', { ms: toastMs.sessionSuccess });
      session.begin(token, user);
    } catch (error) {
      toast.failure(error, 'Login failed', { ms: toastMs.sessionError });
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label="Username"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          required
          withAsterisk={false}
          value={fields.username}
          error={errors.username}
          onChange={(event) => edit({ username: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          size="md"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          value={fields.password}
          error={errors.password}
          onChange={(event) => edit({ password: event.currentTarget.value })}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          Log in
        </Button>
      </Stack>
    </form>
  );
}
