import { Button } from '@mantine/core';
import { IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasSubscription } from '../../platform/session.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { AddRecipientModal } from './add-recipient-modal.tsx';
import { recipientTexts } from './recipients.texts.ts';

/** The buttons that add people to a list. */
export function RecipientActions({ listId }: { listId: number }) {
  const isAllowed = useHasSubscription();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <LinkButton
        variant="default"
        leftSection={<IconUsersPlus size={16} aria-hidden />}
        disabled={!isAllowed}
        to={`/lists/${listId}/import`}
      >
        {recipientTexts.actions.import}
      </LinkButton>
      <Button
        variant="default"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        disabled={!isAllowed}
        onClick={() => setAdding(true)}
      >
        {recipientTexts.actions.add}
      </Button>
      <AddRecipientModal listId={listId} isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}
