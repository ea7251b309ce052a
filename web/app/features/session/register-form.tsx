import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { passwordMaxLength, passwordMinLength, usernameMaxLength, usernameMinLength } from '@sandpiper/contract/limits';
import { useState, type FormEvent } from 'react';
import { call } from '../../platform/api.ts';
import { failedFields } from '../../platform/failure.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';

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
  const [fields, setFields] = useState<Fields>({ username: '', password: '', confirmPassword: '' });
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
      await call('POST /api/auth/register', { body: { username: fields.username, password: fields.password } });
      toast.success('Registration successful! Please login.', { ms: toastMs.sessionSuccess });
      onRegistered();
    } catch (error) {
      toast.failure(error, 'Registration failed', { ms: toastMs.sessionError });
      setErrors(failedFields(error));
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
          maxLength={usernameMaxLength}
          value={fields.username}
          error={errors.username}
          onChange={(event) => edit({ username: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          size="md"
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          visibilityToggleButtonProps={toggle}
          value={fields.password}
          error={errors.password}
          onChange={(event) => edit({ password: event.currentTarget.value })}
        />
        <PasswordInput
          label="Confirm password"
          size="md"
          autoComplete="new-password"
          maxLength={passwordMaxLength}
          visibilityToggleButtonProps={toggle}
          value={fields.confirmPassword}
          error={errors.confirmPassword}
          onChange={(event) => edit({ confirmPassword: event.currentTarget.value })}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          Create Account
        </Button>
      </Stack>
    </form>
  );
}
