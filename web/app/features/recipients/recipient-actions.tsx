import { Button } from '@mantine/core';
import { IconBraces, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasSubscription } from '../../platform/session.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { AddRecipientModal } from './add-recipient-modal.tsx';
import { recipientTexts } from './recipients.texts.ts';
import { valuesTexts } from './values/values.texts.ts';
import { VariablesModal } from './values/variables-modal.tsx';

/** Buttons for adding people to a list and editing its variables. */
export function RecipientActions({ listId }: { listId: number }) {
  const isAllowed = useHasSubscription();
  const [dialog, setDialog] = useState<'add' | 'variables' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBraces size={16} aria-hidden />}
        disabled={!isAllowed}
        onClick={() => setDialog('variables')}
      >
        {valuesTexts.variables.open}
      </Button>
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
        onClick={() => setDialog('add')}
      >
        {recipientTexts.actions.add}
      </Button>
      <AddRecipientModal listId={listId} isOpen={dialog === 'add'} onClose={close} />
      <VariablesModal listId={listId} isOpen={dialog === 'variables'} onClose={close} />
    </>
  );
}
