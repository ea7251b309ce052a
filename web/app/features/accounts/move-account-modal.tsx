import { NativeSelect, Skeleton } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { useState } from 'react';
import { useComputers } from '../../platform/computers.ts';
import { useResetOnOpen } from '../../platform/dialog-state.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { uiTexts } from '../../ui/ui.texts.ts';
import { accountTexts } from './accounts.texts.ts';
import { useMoveAccount } from './computers.queries.ts';

const { move: texts } = accountTexts;

type MoveAccountModalProps = { account: Account | null; isOpen: boolean; onClose: () => void };

/** A dialog for choosing which computer uses the account. */
export function MoveAccountModal({ account, isOpen, onClose }: MoveAccountModalProps) {
  const computers = useComputers(isOpen);
  const move = useMoveAccount();
  // The computer that the user chose in this dialog. Undefined until then.
  const [chosen, setChosen] = useState<string>();
  // An account keeps its computer even after the computer is unpaired, but an unpaired computer can't be chosen.
  const present = computers.data?.computers.find(({ id }) => id === account?.computer?.id);
  const value = chosen ?? present?.id ?? '';
  const choices = computers.data?.computers.map(({ id, name, is_online }) => ({
    value: id,
    label: is_online ? name : uiTexts.computer.notConnected(name),
  }));

  useResetOnOpen(isOpen, () => {
    setChosen(undefined);
    move.reset();
  });

  function submit() {
    if (account !== null) move.mutate({ account, computerId: value === '' ? null : value }, { onSuccess: onClose });
  }

  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title(account?.profile_name ?? '')}
      submit={texts.submit}
      isBusy={move.isPending}
      isDisabled={choices === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {choices !== undefined ? (
        <NativeSelect
          label={uiTexts.computer.label}
          description={texts.hint}
          data={[{ value: '', label: texts.firstFound }, ...choices]}
          value={value}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      ) : computers.isError ? (
        <LoadFailed what={texts.loadFailed} onRetry={() => void computers.refetch()} />
      ) : (
        <Skeleton height={76} />
      )}
    </FormModal>
  );
}
