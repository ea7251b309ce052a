import { Menu } from '@mantine/core';
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
import { OpenProfileButton, useOpening, type OpenProfile } from './open-profile.tsx';

const { actions: texts } = accountTexts;

type AccountRowActionsProps = OpenProfile & { onEdit: () => void; onMove: () => void; onRemove: () => void };

export function AccountRowActions({ onEdit, onMove, onRemove, ...profile }: AccountRowActionsProps) {
  const { account } = profile;
  const isAllowed = useHasSubscription();
  const { word, cannotOpen, open } = useOpening(profile);
  const signIn = useSignInAccount();
  const [isReportOpen, setReportOpen] = useState(false);
  return (
    <div style={{ display: 'flex', gap: '0.25rem', justifyContent: 'flex-end' }}>
      <OpenProfileButton {...profile} visibleFrom="sm" />
      <RowMenu of={account.profile_name}>
        <Menu.Item
          leftSection={<IconExternalLink size={16} aria-hidden />}
          disabled={cannotOpen || signIn.isPending}
          onClick={open}
        >
          {word}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogin2 size={16} aria-hidden />}
          disabled={cannotOpen || signIn.isPending}
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
