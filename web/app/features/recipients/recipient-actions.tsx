import { Button, Menu } from '@mantine/core';
import { IconBraces, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { AddRecipientModal } from './add-recipient-modal.tsx';
import { recipientTexts } from './recipients.texts.ts';
import { valuesTexts } from './values/values.texts.ts';
import { VariablesModal } from './values/variables-modal.tsx';

const { actions: texts } = recipientTexts;

/** Returns the actions for adding people to a list and editing its variables, as buttons and as menu items, and their dialogs. */
export function useRecipientActions(listId: number) {
  const isAllowed = useHasSubscription();
  const navigate = useNavigate();
  const dialog = useDialogState<'add' | 'variables'>();
  const importPath = `/lists/${listId}/import`;
  const variables = {
    leftSection: <IconBraces size={16} aria-hidden />,
    disabled: !isAllowed,
    onClick: () => dialog.open('variables'),
  };
  const bulk = { leftSection: <IconUsersPlus size={16} aria-hidden />, disabled: !isAllowed };
  const add = {
    leftSection: <IconUserPlus size={16} aria-hidden />,
    disabled: !isAllowed,
    onClick: () => dialog.open('add'),
  };
  return {
    buttons: (
      <>
        <Button variant="default" {...variables}>
          {valuesTexts.variables.open}
        </Button>
        <LinkButton variant="default" to={importPath} {...bulk}>
          {texts.import}
        </LinkButton>
        <Button variant="default" {...add}>
          {texts.add}
        </Button>
      </>
    ),
    items: (
      <>
        <Menu.Item {...add}>{texts.add}</Menu.Item>
        <Menu.Item {...bulk} onClick={() => void navigate(importPath)}>
          {texts.import}
        </Menu.Item>
        <Menu.Item {...variables}>{valuesTexts.variables.open}</Menu.Item>
        <Menu.Divider />
      </>
    ),
    dialogs: (
      <>
        <AddRecipientModal listId={listId} isOpen={dialog.isOpen && dialog.target === 'add'} onClose={dialog.close} />
        {dialog.isOpen && dialog.target === 'variables' && <VariablesModal listId={listId} onClose={dialog.close} />}
      </>
    ),
  };
}
