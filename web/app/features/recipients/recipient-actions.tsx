import { Button } from '@mantine/core';
import { IconBraces, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { useHasSubscription } from '../../platform/session.tsx';
import { AddRecipientModal } from './add-recipient-modal.tsx';
import { ImportModal } from './import-modal.tsx';
import { recipientTexts } from './recipients.texts.ts';
import { valuesTexts } from './values/values.texts.ts';
import { VariablesModal } from './values/variables-modal.tsx';

export type RecipientDialog = 'add' | 'import' | 'variables';

/** The buttons that add people to a list, and that change what is known of them. */
export function RecipientActions({ onOpen }: { onOpen: (dialog: RecipientDialog) => void }) {
  const isAllowed = useHasSubscription();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBraces size={16} aria-hidden />}
        disabled={!isAllowed}
        onClick={() => onOpen('variables')}
      >
        {valuesTexts.variables.open}
      </Button>
      <Button
        variant="default"
        leftSection={<IconUsersPlus size={16} aria-hidden />}
        disabled={!isAllowed}
        onClick={() => onOpen('import')}
      >
        {recipientTexts.actions.import}
      </Button>
      <Button
        variant="default"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        disabled={!isAllowed}
        onClick={() => onOpen('add')}
      >
        {recipientTexts.actions.add}
      </Button>
    </>
  );
}

type RecipientDialogsProps = { listId: number; open: RecipientDialog | null; onClose: () => void };

export function RecipientDialogs({ listId, open, onClose }: RecipientDialogsProps) {
  return (
    <>
      <AddRecipientModal listId={listId} isOpen={open === 'add'} onClose={onClose} />
      <ImportModal listId={listId} isOpen={open === 'import'} onClose={onClose} />
      <VariablesModal listId={listId} isOpen={open === 'variables'} onClose={onClose} />
    </>
  );
}
