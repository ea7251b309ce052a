import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { toast } from '../../platform/toasts.tsx';
import { useCopy } from '../../platform/use-copy.ts';
import { Panel } from '../../ui/panel.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { softDisabled } from '../../ui/soft-disabled.ts';
import { useCreateAgentToken } from './agent-tokens.queries.ts';
import { settingsTexts } from './settings.texts.ts';
import { TokenList } from './token-list.tsx';

const texts = settingsTexts.tokens;

function TokenField({ token }: { token: string | null }) {
  const { isCopied, copy } = useCopy();

  async function copyToken(): Promise<void> {
    if (token === null) toast.error(texts.notFound);
    else if (await copy(token)) toast.success(texts.copySuccess);
    else toast.error(texts.copyFailed, { detail: texts.copyByHand });
  }

  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={texts.token}
        readOnly
        value={token ?? ''}
        placeholder={texts.noToken}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ root: { flex: 1, minWidth: 0 }, input: { fontFamily: 'var(--font-mono)' } }}
      />
      <Button
        variant="default"
        miw={140}
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        // The button isn't `disabled`, because a click explains that there is no token yet.
        {...softDisabled(token === null)}
        onClick={() => void copyToken()}
      >
        {isCopied ? texts.copied : texts.copy}
      </Button>
    </Group>
  );
}

/**
 * A panel for the tokens that agents authenticate with. A token's value is shown only after the token is created, until the user leaves the
 * page.
 */
export function TokenPanel() {
  const recentSignIn = useRecentSignIn(texts.needsPassword);
  const createToken = useCreateAgentToken(recentSignIn);
  const [token, setToken] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? texts.nameRequired : null) },
  });

  const submit = form.onSubmit(({ name }) =>
    createToken.mutate(name.trim(), {
      onSuccess: (made) => {
        setToken(made.token);
        form.reset();
      },
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );

  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Stack>
        <TokenField token={token} />
        {token === null ? null : (
          <Alert color="yellow" variant="light" role="status">
            {texts.copyNow}
          </Alert>
        )}
        <form noValidate onSubmit={submit}>
          <Group align="flex-start" gap="xs">
            <TextInput
              aria-label={texts.computer}
              placeholder={texts.computerExample}
              maxLength={100}
              style={{ flex: '1 1 12rem' }}
              {...form.getInputProps('name')}
            />
            <Button type="submit" variant="default" miw={140} loading={createToken.isPending}>
              {texts.create}
            </Button>
          </Group>
        </form>
        <TokenList />
      </Stack>
      {recentSignIn.dialog}
    </Panel>
  );
}
