import { Button, Menu, Text } from '@mantine/core';
import {
  IconDeviceLaptop,
  IconExternalLink,
  IconFileText,
  IconLogin2,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useHasSubscription } from '../../platform/session.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useSignInAccount } from './account-requests.queries.ts';
import { accountTexts } from './accounts.texts.ts';
import { DiagnosticReportModal } from './diagnostic-report-modal.tsx';
import { diagnosticReportTexts } from './diagnostic-report.texts.ts';
import { OpenProfileButton, useIsProfileMissing, useOpening, type OpenProfile } from './open-profile.tsx';

const { actions: texts } = accountTexts;

type AccountRowActionsProps = OpenProfile & { onEdit: () => void; onMove: () => void; onRemove: () => void };

/** Says below a menu item why the item isn't available. */
function Obstacle({ children }: { children: string }) {
  return (
    <Text size="xs" maw="16rem">
      {children}
    </Text>
  );
}

export function AccountRowActions({ onEdit, onMove, onRemove, ...profile }: AccountRowActionsProps) {
  const { account } = profile;
  const isAllowed = useHasSubscription();
  const { word, cannotOpen, obstacle, open } = useOpening(profile);
  const isMissing = useIsProfileMissing(account);
  const signIn = useSignInAccount();
  const [isReportOpen, setReportOpen] = useState(false);
  return (
    <div style={{ display: 'flex', gap: '0.25rem', justifyContent: 'flex-end' }}>
      {isMissing ? (
        <Button
          size="compact-sm"
          variant="light"
          w={112}
          visibleFrom="sm"
          disabled={!isAllowed}
          aria-label={texts.openName(texts.edit, account.profile_name)}
          onClick={onEdit}
        >
          {texts.edit}
        </Button>
      ) : (
        <OpenProfileButton {...profile} visibleFrom="sm" />
      )}
      <RowMenu of={account.profile_name}>
        <Menu.Item
          leftSection={<IconExternalLink size={16} aria-hidden />}
          disabled={cannotOpen || obstacle !== null || signIn.isPending}
          onClick={open}
        >
          {word}
          {obstacle !== null && <Obstacle>{obstacle}</Obstacle>}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogin2 size={16} aria-hidden />}
          disabled={cannotOpen || obstacle !== null || signIn.isPending}
          onClick={() => signIn.mutate(account)}
        >
          {texts.signIn}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} disabled={!isAllowed} onClick={onEdit}>
          {texts.edit}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceLaptop size={16} aria-hidden />} disabled={!isAllowed} onClick={onMove}>
          {texts.move}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={() => setReportOpen(true)}>
          {diagnosticReportTexts.action}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={!isAllowed}
          onClick={onRemove}
        >
          {texts.remove}
        </Menu.Item>
      </RowMenu>
      <DiagnosticReportModal account={account} isOpen={isReportOpen} onClose={() => setReportOpen(false)} />
    </div>
  );
}
