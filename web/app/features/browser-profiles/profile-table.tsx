import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { IconTrash, IconUserCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatSize } from '../../platform/numbers.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { FootprintTrail } from '../../ui/footprint-trail.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { browserProfilesTexts } from './browser-profiles.texts.ts';
import type { ProfileRow } from './profile-rows.ts';
import css from './profile-table.module.css';

const texts = browserProfilesTexts.table;

type ProfileTableProps = {
  rows: readonly ProfileRow[] | undefined;
  /** Returns the name of the account that uses the profile at the given path. */
  accountOf: (path: string) => string | undefined;
  isLocked: boolean;
  empty: ReactNode;
  onTest: (profile: BrowserProfile) => void;
  onRemove: (profile: BrowserProfile) => void;
};

type ColumnContext = Pick<ProfileTableProps, 'accountOf' | 'isLocked' | 'onTest' | 'onRemove'>;

/** Says that a profile is being created or deleted. */
function Progress({ children }: { children: string }) {
  return (
    <span className={css['progress']}>
      <FootprintTrail size={28} walking />
      {children}
    </span>
  );
}

type RowActionsProps = Omit<ColumnContext, 'accountOf'> & {
  profile: BrowserProfile;
  isTesting: boolean;
  isUsed: boolean;
};

function RowActions({ profile, isTesting, isUsed, isLocked, onTest, onRemove }: RowActionsProps) {
  return (
    <div className={css['actions']}>
      <Button
        size="compact-sm"
        variant="light"
        disabled={isLocked}
        loading={isTesting}
        aria-label={texts.testOne(profile.name)}
        onClick={() => onTest(profile)}
      >
        {texts.test}
      </Button>
      <Tooltip label={texts.deleteOne(profile.name)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.deleteOne(profile.name)}
          disabled={isLocked || isUsed}
          onClick={() => onRemove(profile)}
        >
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function columnsOf({ accountOf, ...actions }: ColumnContext): Column<ProfileRow>[] {
  return [
    {
      key: 'directory',
      title: texts.directory,
      from: 'md',
      cell: ({ profile }) => (profile === null ? texts.unknown : <PathText path={profile.directory_name} />),
    },
    {
      key: 'name',
      title: texts.name,
      isRowHeader: true,
      cell: ({ name, profile }) =>
        profile === null ? (
          name
        ) : (
          <>
            <ProfileName name={name} account={accountOf(profile.path)} />
            <CollapsedColumn below="md">
              <PathText path={profile.path} />
            </CollapsedColumn>
          </>
        ),
    },
    {
      key: 'path',
      title: texts.path,
      from: 'md',
      cell: ({ profile }) => (profile === null ? texts.unknown : <PathText path={profile.path} />),
    },
    {
      key: 'size',
      title: texts.size,
      align: 'right',
      cell: ({ profile }) => (
        <span className={css['size']}>{profile === null ? texts.unknown : formatSize(profile.size_mb)}</span>
      ),
    },
    {
      key: 'actions',
      title: texts.actions,
      align: 'right',
      width: '1%',
      cell: ({ profile, state }) => {
        if (profile === null) return <Progress>{texts.creating}</Progress>;
        if (state === 'deleting') return <Progress>{texts.deleting}</Progress>;
        const isUsed = accountOf(profile.path) !== undefined;
        return <RowActions {...actions} profile={profile} isTesting={state === 'testing'} isUsed={isUsed} />;
      },
    },
  ];
}

function ProfileName({ name, account }: { name: string; account: string | undefined }) {
  return (
    <div className={css['name']}>
      <span>{name}</span>
      {account !== undefined && (
        <Badge tone="tide" icon={<IconUserCircle size={13} aria-hidden />}>
          <span className={css['account']}>{texts.usedBy(account)}</span>
        </Badge>
      )}
    </div>
  );
}

export function ProfileTable(props: ProfileTableProps) {
  return (
    <DataTable
      label={texts.label}
      columns={columnsOf(props)}
      rows={props.rows}
      rowKey={({ key }) => key}
      empty={props.empty}
    />
  );
}
