import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { ApiError } from '@sandpiper/contract/client';
import { rememberedBrowserDays, signInCodeMaxLength } from '@sandpiper/contract/limits';
import { useState } from 'react';
import { call } from '../../platform/api.ts';
import { storeRememberedBrowser } from '../../platform/remembered-browser.ts';
import { useSession } from '../../platform/session.tsx';
import { toast, toastMs } from '../../platform/toasts.tsx';
import { sessionTexts } from './session.texts.ts';
import { useGuestForm } from './use-guest-form.ts';

const texts = sessionTexts.code;

/** A user who has entered the correct password but hasn't entered a two-factor code yet. */
export type Challenged = { username: string; challenge: string };

type CodeFormProps = { challenged: Challenged; onBack: () => void };

/** The second step of signing in. Asks for a code from the authenticator app or a recovery code. */
export function CodeForm({ challenged: { username, challenge }, onBack }: CodeFormProps) {
  const session = useSession();
  const [isRecovery, setRecovery] = useState(false);
  const [remember, setRemember] = useState(false);
  const kind = isRecovery ? texts.recovery : texts.app;
  const { isBusy, input, set, onSubmit } = useGuestForm<{ code: string }>({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: texts.required } : {}),
    failed: sessionTexts.login.failed,
    send: async ({ code }) => {
      try {
        const answer = await call('POST /api/auth/two-factor', { body: { challenge, code, remember } });
        if (answer.remembered_browser !== null) storeRememberedBrowser(username, answer.remembered_browser);
        toast.success(sessionTexts.login.success, { ms: toastMs.sessionSuccess });
        if (answer.recovery_codes_left !== null) toast.warning(texts.left(answer.recovery_codes_left));
        session.begin(answer.token, answer.user);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'expired_code') onBack();
        throw error;
      }
    },
  });

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <Text>{kind.hint}</Text>
        <TextInput
          key={kind.label}
          label={kind.label}
          size="md"
          autoFocus
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={signInCodeMaxLength}
          {...input('code')}
        />
        <Checkbox
          label={texts.remember(rememberedBrowserDays)}
          description={texts.rememberHint}
          checked={remember}
          onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
        />
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          {texts.submit}
        </Button>
        <Group justify="space-between" gap="xs">
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setRecovery(!isRecovery);
              set({ code: '' });
            }}
          >
            {kind.other}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {texts.back}
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
