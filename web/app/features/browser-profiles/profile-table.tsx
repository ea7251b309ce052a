import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { IconTrash, IconUserCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Folded } from '../../ui/folded.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import css from './profile-table.module.css';
import { formatSize } from './size.ts';

type ProfileTableProps = {
  profiles: readonly BrowserProfile[] | undefined;
  /** The account that lives in the profile, by the profile's path. */
  accountOf: (path: string) => string | undefined;
  isLocked: boolean;
  empty: ReactNode;
  onTest: (profile: BrowserProfile) => void;
  onRemove: (profile: BrowserProfile) => void;
};

type ColumnContext = Pick<ProfileTableProps, 'accountOf' | 'isLocked' | 'onTest' | 'onRemove'>;

function columnsOf({ accountOf, isLocked, onTest, onRemove }: ColumnContext): Column<BrowserProfile>[] {
  return [
    {
      key: 'directory',
      title: 'Directory',
      from: 'md',
      cell: ({ directory_name }) => <PathText path={directory_name} />,
    },
    {
      key: 'name',
      title: 'Name',
      isRowHeader: true,
      cell: ({ name, path }) => (
        <>
          <ProfileName name={name} account={accountOf(path)} />
          <Folded below="md">
            <PathText path={path} />
          </Folded>
        </>
      ),
    },
    { key: 'path', title: 'Path', from: 'md', cell: ({ path }) => <PathText path={path} /> },
    {
      key: 'size',
      title: 'Size',
      align: 'right',
      cell: ({ size_mb }) => <span className={css['size']}>{formatSize(size_mb)}</span>,
    },
    {
      key: 'actions',
      title: 'Actions',
      align: 'right',
      width: '1%',
      cell: (profile) => (
        <div className={css['actions']}>
          <Button
            size="compact-sm"
            variant="light"
            disabled={isLocked}
            aria-label={`Test ${profile.name}`}
            onClick={() => onTest(profile)}
          >
            Test
          </Button>
          <Tooltip label={`Delete ${profile.name}`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Delete ${profile.name}`}
              disabled={isLocked || accountOf(profile.path) !== undefined}
              onClick={() => onRemove(profile)}
            >
              <IconTrash size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      ),
    },
  ];
}

function ProfileName({ name, account }: { name: string; account: string | undefined }) {
  return (
    <div className={css['name']}>
      <span>{name}</span>
      {account !== undefined && (
        <Badge tone="tide" icon={<IconUserCircle size={13} aria-hidden />}>
          <span>
            Account<span className={css['whose']}>: {account}</span>
          </span>
        </Badge>
      )}
    </div>
  );
}

export function ProfileTable(props: ProfileTableProps) {
  return (
    <DataTable
      label="Firefox profiles"
      columns={columnsOf(props)}
      rows={props.profiles}
      rowKey={(profile) => profile.path}
      empty={props.empty}
    />
  );
}
