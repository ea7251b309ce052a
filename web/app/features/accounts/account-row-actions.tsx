import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Account, AccountRequest } from '@sandpiper/contract/accounts';
import { IconDots, IconExternalLink, IconLogin2, IconPencil, IconTrash } from '@tabler/icons-react';
import { useHasSubscription } from '../../platform/session.tsx';
import { useOpenAccount, useSignInAccount } from './account-requests.queries.ts';

type AccountRowActionsProps = {
  account: Account;
  /** The request to open it that the agent has not finished. */
  opening: AccountRequest | undefined;
  onEdit: () => void;
  onRemove: () => void;
};

function openingWord(opening: AccountRequest | undefined): string {
  if (opening === undefined) return 'Open Profile';
  return opening.status === 'pending' ? 'Pending...' : 'Opening...';
}

export function AccountRowActions({ account, opening, onEdit, onRemove }: AccountRowActionsProps) {
  const isAllowed = useHasSubscription();
  const open = useOpenAccount();
  const signIn = useSignInAccount();
  const cannotOpen = !isAllowed || opening !== undefined || open.isPending || signIn.isPending;
  return (
    <div style={{ display: 'flex', gap: '0.25rem', justifyContent: 'flex-end' }}>
      <Button
        size="compact-sm"
        variant="light"
        w={112}
        visibleFrom="sm"
        disabled={cannotOpen}
        aria-label={`${openingWord(opening)} ${account.profile_name}`}
        onClick={() => open.mutate(account)}
      >
        {openingWord(opening)}
      </Button>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${account.profile_name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconExternalLink size={16} aria-hidden />}
            disabled={cannotOpen}
            onClick={() => open.mutate(account)}
          >
            {openingWord(opening)}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogin2 size={16} aria-hidden />}
            disabled={cannotOpen}
            onClick={() => signIn.mutate(account)}
          >
            Sign In to Instagram
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} disabled={!isAllowed} onClick={onEdit}>
            Edit Profile
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!isAllowed}
            onClick={onRemove}
          >
            Delete Profile
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
