import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { IconTrash, IconUserCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatSize } from '../../platform/numbers.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { browserProfilesTexts } from './browser-profiles.texts.ts';
import css from './profile-table.module.css';

const texts = browserProfilesTexts.table;
const accountTags = { name: (text: string) => <span className={css['whose']}>{text}</span> };

type ProfileTableProps = {
  profiles: readonly BrowserProfile[] | undefined;
  /** Returns the name of the account that uses the profile at the given path. */
  accountOf: (path: string) => string | undefined;
  isLocked: boolean;
  /** The path of the profile being tested, or null. */
  testing: string | null;
  empty: ReactNode;
  onTest: (profile: BrowserProfile) => void;
  onRemove: (profile: BrowserProfile) => void;
};

type ColumnContext = Pick<ProfileTableProps, 'accountOf' | 'isLocked' | 'testing' | 'onTest' | 'onRemove'>;

function columnsOf({ accountOf, isLocked, testing, onTest, onRemove }: ColumnContext): Column<BrowserProfile>[] {
  return [
    {
      key: 'directory',
      title: texts.directory,
      from: 'md',
      cell: ({ directory_name }) => <PathText path={directory_name} />,
    },
    {
      key: 'name',
      title: texts.name,
      isRowHeader: true,
      cell: ({ name, path }) => (
        <>
          <ProfileName name={name} account={accountOf(path)} />
          <CollapsedColumn below="md">
            <PathText path={path} />
          </CollapsedColumn>
        </>
      ),
    },
    { key: 'path', title: texts.path, from: 'md', cell: ({ path }) => <PathText path={path} /> },
    {
      key: 'size',
      title: texts.size,
      align: 'right',
      cell: ({ size_mb }) => <span className={css['size']}>{formatSize(size_mb)}</span>,
    },
    {
      key: 'actions',
      title: texts.actions,
      align: 'right',
      width: '1%',
      cell: (profile) => (
        <div className={css['actions']}>
          <Button
            size="compact-sm"
            variant="light"
            disabled={isLocked}
            loading={profile.path === testing}
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
            <RichText text={texts.account(account)} tags={accountTags} />
          </span>
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
      rows={props.profiles}
      rowKey={(profile) => profile.path}
      empty={props.empty}
    />
  );
}
