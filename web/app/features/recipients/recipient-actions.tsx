import { Button } from '@mantine/core';
import { IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasSubscription } from '../../platform/session.tsx';
import { AddRecipientModal } from './add-recipient-modal.tsx';
import { ImportModal } from './import/import-modal.tsx';

/** The buttons that bring people into a list. */
export function RecipientActions({ listId }: { listId: number }) {
  const isAllowed = useHasSubscription();
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUsersPlus size={16} aria-hidden />}
        disabled={!isAllowed}
        onClick={() => setOpen('import')}
      >
        Bulk Import
      </Button>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} disabled={!isAllowed} onClick={() => setOpen('add')}>
        Add Recipient
      </Button>
      <AddRecipientModal listId={listId} isOpen={open === 'add'} onClose={close} />
      <ImportModal listId={listId} isOpen={open === 'import'} onClose={close} />
    </>
  );
}
