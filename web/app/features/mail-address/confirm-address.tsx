import { Alert, Button, Stack } from '@mantine/core';
import { ApiError } from '@sandpiper/contract/client';
import { failureText } from '../../platform/failure.ts';
import { useConfirmMailAddress } from './mail-address.queries.ts';
import { mailAddressTexts } from './mail-address.texts.ts';

const texts = mailAddressTexts.confirm;

/** Confirms an email address when the user clicks a button. Opening the page isn't enough, because email scanners open links too. */
export function ConfirmAddress({ token }: { token: string }) {
  const confirm = useConfirmMailAddress();
  if (token === '') return <Alert color="red">{texts.incomplete}</Alert>;
  if (confirm.isSuccess) {
    return (
      <Alert color="green" role="status" title={texts.doneTitle}>
        {texts.done(confirm.data.address)}
      </Alert>
    );
  }
  // The link no longer works or was cut off, so trying again wouldn't help.
  const isUnusable = confirm.error instanceof ApiError && confirm.error.status === 400;
  return (
    <Stack>
      {confirm.isError && <Alert color="red">{failureText(confirm.error, texts.failed)}</Alert>}
      {!isUnusable && (
        <Button fullWidth size="md" loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
          {texts.submit}
        </Button>
      )}
    </Stack>
  );
}
