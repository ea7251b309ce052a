import { Alert, Button, Stack } from '@mantine/core';
import { ApiError } from '@sandpiper/contract/client';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { failureText } from '../../platform/failure.ts';
import { unsubscribeTexts as texts } from './unsubscribe.texts.ts';

/** Turns off notice emails when the user clicks a button. Opening the page isn't enough, because email scanners open links too. */
export function Unsubscribe({ token }: { token: string }) {
  const stop = useMutation({ mutationFn: () => call('POST /unsubscribe', { query: { token } }) });
  if (token === '') return <Alert color="red">{texts.incomplete}</Alert>;
  if (stop.isSuccess) {
    return (
      <Alert color="green" role="status" title={texts.doneTitle}>
        {texts.done}
      </Alert>
    );
  }
  // The link was cut off, or comes from an email that was sent before the server's key was replaced.
  const isUnusable = stop.error instanceof ApiError && stop.error.status === 400;
  return (
    <Stack>
      {stop.isError && <Alert color="red">{failureText(stop.error, texts.failed)}</Alert>}
      {!isUnusable && (
        <Button fullWidth size="md" loading={stop.isPending} onClick={() => stop.mutate()}>
          {texts.submit}
        </Button>
      )}
    </Stack>
  );
}
