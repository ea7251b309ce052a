import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../platform/api.ts';
import { challengeOf } from '../../platform/failure.ts';
import { readRememberedBrowser, removeRememberedBrowser } from '../../platform/remembered-browser.ts';
import { useSession } from '../../platform/session.tsx';
import { toast, toastMs } from '../../platform/toasts.tsx';
import { CodeForm, type Challenged } from './code-form.tsx';
import { sessionTexts } from './session.texts.ts';
import { useGuestForm } from './use-guest-form.ts';

const texts = sessionTexts.login;

type Fields = { username: string; password: string };
type Errors = Partial<Record<keyof Fields, string>>;

function check(fields: Fields): Errors {
  return {
    ...(fields.username.trim() === '' ? { username: texts.usernameRequired } : {}),
    ...(fields.password === '' ? { password: texts.passwordRequired } : {}),
  };
}

type PasswordFormProps = {
  /** The username from an earlier attempt, or an empty string. */
  username: string;
  onChallenge: (challenged: Challenged) => void;
};

function PasswordForm({ username: known, onChallenge }: PasswordFormProps) {
  const session = useSession();
  const { isBusy, input, onSubmit } = useGuestForm<Fields>({
    initial: { username: known, password: '' },
    check,
    failed: texts.failed,
    send: async (fields) => {
      const { username } = fields;
      const remembered = readRememberedBrowser(username);
      const body = { ...fields, ...(remembered === null ? {} : { remembered_browser: remembered }) };
      try {
        const { token, user } = await call('POST /api/auth/login', { body });
        toast.success(texts.success, { ms: toastMs.sessionSuccess });
        session.begin(token, user);
      } catch (error) {
        const challenge = challengeOf(error);
        if (challenge === null) throw error;
        removeRememberedBrowser(username);
        onChallenge({ username, challenge });
      }
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
          autoFocus={known === ''}
          required
          withAsterisk={false}
          {...input('username')}
        />
        <PasswordInput
          label={sessionTexts.password}
          size="md"
          autoComplete="current-password"
          autoFocus={known !== ''}
          required
          withAsterisk={false}
          {...input('password')}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}

/**
 * The sign-in form. Asks for the password and, if the server requires it, for a two-factor code. Once the user is signed in, the guest
 * layout redirects them.
 */
export function LoginForm() {
  const [challenged, setChallenged] = useState<Challenged | null>(null);
  const [hasPassword, setHasPassword] = useState(false);
  if (challenged !== null && hasPassword)
    return <CodeForm challenged={challenged} onBack={() => setHasPassword(false)} />;
  const onChallenge = (next: Challenged) => {
    setChallenged(next);
    setHasPassword(true);
  };
  return <PasswordForm username={challenged?.username ?? ''} onChallenge={onChallenge} />;
}
