import { NativeSelect, Skeleton } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { useState } from 'react';
import { FormModal } from '../../ui/form-modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useComputers, useMoveAccount } from './computers.queries.ts';

type MoveAccountModalProps = { account: Account | null; isOpen: boolean; onClose: () => void };

/** Chooses the computer whose agent works with the account. */
export function MoveAccountModal({ account, isOpen, onClose }: MoveAccountModalProps) {
  const computers = useComputers(isOpen);
  const move = useMoveAccount();
  // Undefined until something else is chosen.
  const [chosen, setChosen] = useState<string>();
  const value = chosen ?? account?.computer?.id ?? '';
  const choices = computers.data?.computers.map(({ id, name, is_online }) => ({
    value: id,
    label: is_online ? name : `${name} (not connected)`,
  }));

  function close() {
    setChosen(undefined);
    onClose();
  }

  function submit() {
    if (account !== null) move.mutate({ account, computerId: value === '' ? null : value }, { onSuccess: close });
  }

  return (
    <FormModal
      isOpen={isOpen}
      title={`Move ${account?.profile_name ?? ''} to another computer`}
      submit="Move account"
      isBusy={move.isPending}
      isDisabled={choices === undefined}
      onSubmit={submit}
      onClose={close}
    >
      {choices !== undefined ? (
        <NativeSelect
          label="Computer"
          description="Only the agent on this computer works with the account. The Firefox profile has to be there."
          data={[{ value: '', label: 'The first that has its Firefox profile' }, ...choices]}
          value={value}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      ) : computers.isError ? (
        <LoadFailed what="Your computers" onRetry={() => void computers.refetch()} />
      ) : (
        <Skeleton height={76} />
      )}
    </FormModal>
  );
}
