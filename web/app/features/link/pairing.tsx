import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { failureText, isNotFound } from '../../platform/failure.ts';
import { useUser } from '../../platform/session.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ExactTime } from '../../ui/relative-time.tsx';
import { CodeForm } from './code-form.tsx';
import { useApprovePairing, useDenyPairing, usePairing } from './pairing.queries.ts';
import css from './pairing.module.css';

type Asking = { device_name: string; user_code: string; expires_at: string };

function Ask({ pairing, onCode }: { pairing: Asking; onCode: (code: string) => void }) {
  const user = useUser();
  const approve = useApprovePairing(pairing.user_code);
  const deny = useDenyPairing(pairing.user_code);

  if (approve.isSuccess) {
    return (
      <Panel title={`${pairing.device_name} is connected`}>
        <p className={css['text']} role="status">
          The agent there works for you from now on. You can close this page, or{' '}
          <Anchor component={Link} to="/dashboard" inherit underline="always">
            go to the dashboard
          </Anchor>
          .
        </p>
      </Panel>
    );
  }
  if (deny.isSuccess) {
    return (
      <Panel title="Refused">
        <p className={css['text']} role="status">
          {pairing.device_name} was not connected and can do nothing in your name.
        </p>
        <Button variant="default" mt="md" onClick={() => onCode('')}>
          Enter another code
        </Button>
      </Panel>
    );
  }
  return (
    <Panel title={`Connect ${pairing.device_name}?`}>
      <Stack>
        <p className={css['text']}>Does the agent on that computer show exactly this code?</p>
        <p className={css['code']}>{pairing.user_code}</p>
        <p className={css['text']}>
          It will open Firefox and send messages in the name of <strong>{user.username}</strong>. Approve only a
          computer that is yours. The code ends at <ExactTime at={pairing.expires_at} />.
        </p>
        <Group gap="xs">
          <Button loading={approve.isPending} disabled={deny.isPending} onClick={() => approve.mutate()}>
            Approve
          </Button>
          <Button variant="default" loading={deny.isPending} disabled={approve.isPending} onClick={() => deny.mutate()}>
            Deny
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

/** Lets the signed-in person say yes or no to a computer that asks under a code. */
export function Pairing({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const { data, error, isFetching, refetch } = usePairing(code);
  if (data !== undefined) return <Ask key={data.user_code} pairing={data} onCode={onCode} />;
  if (isFetching) return <Skeleton height={260} aria-busy="true" aria-label="Looking the code up" />;
  if (error !== null && !isNotFound(error) && failureText(error, '') === '') {
    return <LoadFailed what="The code" onRetry={() => void refetch()} />;
  }
  const problem =
    error === null
      ? undefined
      : isNotFound(error)
        ? 'No computer asks under this code any more. Start the agent again for a new one.'
        : failureText(error, '');
  return <CodeForm code={code} problem={problem} onCode={onCode} />;
}
