import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { failedFields } from '../../platform/failure.ts';
import { Panel } from '../../ui/panel.tsx';
import { useCreateAgentToken } from './agent-tokens.queries.ts';
import { TokenList } from './token-list.tsx';
import { useCopyToken } from './use-copy.ts';

const hiddenToken = '••••••••••••••••••••••••';

function TokenField({ token }: { token: string | null }) {
  const { isCopied, copy } = useCopyToken(token);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label="Token"
        readOnly
        value={token ?? hiddenToken}
        onFocus={(event) => (token === null ? undefined : event.currentTarget.select())}
        styles={{ root: { flex: 1, minWidth: 0 }, input: { fontFamily: 'var(--font-mono)' } }}
      />
      <Button
        variant="default"
        miw={120}
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? 'Copied' : 'Copy token'}
      </Button>
    </Group>
  );
}

/** Tokens let the program on the user's computer work for them. One is shown only right after it was made. */
export function TokenPanel() {
  const createToken = useCreateAgentToken();
  const [token, setToken] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Name is required' : null) },
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
    <Panel
      title="Authentication token"
      subtitle="What the agent on your computer signs in with. Connecting by code needs no token."
    >
      <Stack>
        <TokenField token={token} />
        {token === null ? null : (
          <Alert color="yellow" variant="light" role="status">
            Copy it now: it is not shown again after you leave this page.
          </Alert>
        )}
        <form noValidate onSubmit={submit}>
          <Group align="flex-start" gap="xs">
            <TextInput
              aria-label="Name of the computer"
              placeholder="Name, such as Office PC"
              maxLength={100}
              style={{ flex: '1 1 12rem' }}
              {...form.getInputProps('name')}
            />
            <Button type="submit" variant="default" loading={createToken.isPending}>
              Create token
            </Button>
          </Group>
        </form>
        <TokenList />
      </Stack>
    </Panel>
  );
}
