import { usersPageSize } from '@sandpiper/contract/limits';
import type { User } from '@sandpiper/contract/users';
import { useMemo } from 'react';
import { optionValue } from '../../platform/select-options.ts';
import { useSelectedRows } from '../../platform/selected-rows.ts';
import { useUser } from '../../platform/session.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { selectionColumn } from '../../ui/selection-column.tsx';
import { TableFilters } from '../../ui/table-filters.tsx';
import { UserBulkBar } from './bulk-bar.tsx';
import { activityChoices, packChoices, roleChoices } from './user-choices.ts';
import { userColumns, type UserAction } from './user-columns.tsx';
import { useUsers } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.table;

const defaults = { size: usersPageSize, sizes: [usersPageSize], filters: { role: '', pack: '', status: '' } };

const filters = [
  { name: 'role', label: texts.role, all: texts.allRoles, choices: roleChoices, width: 130 },
  { name: 'pack', label: texts.pack, all: texts.allPacks, choices: packChoices, width: 130 },
  { name: 'status', label: texts.status, all: texts.allStatuses, choices: activityChoices, width: 140 },
] as const;

/** Stores the users table's state in the URL, loads the users that match it, and holds which users are selected. */
export function useUserTable() {
  const table = useTableState(defaults);
  const users = useUsers({
    search: table.search,
    page: table.page,
    limit: table.size,
    role: optionValue(roleChoices, table.filters.role),
    pack: optionValue(packChoices, table.filters.pack),
    status: optionValue(activityChoices, table.filters.status),
  });
  return { table, users, selection: useSelectedRows(users.data?.users) };
}

type UsersTableProps = ReturnType<typeof useUserTable> & { onAction: (action: UserAction, user: User) => void };

export function UsersTable({ table, users, selection, onAction }: UsersTableProps) {
  const { id } = useUser();
  const rows = users.data?.users;
  const columns = useMemo(() => userColumns({ ownId: id, onAction }), [id, onAction]);
  const selectColumn = selectionColumn({
    rows,
    selection,
    pageLabel: usersTexts.bulk.selectPage,
    labelOf: ({ username }) => usersTexts.bulk.select(username),
  });
  return (
    <PagedTable
      label={texts.label}
      table={table}
      answer={users}
      rows={rows}
      rowKey={(user) => user.id}
      columns={[selectColumn, ...columns]}
      isRowSelected={selection.has}
      filters={
        <TableFilters table={table} placeholder={texts.search} filters={filters}>
          <UserBulkBar selection={selection} />
        </TableFilters>
      }
      empty={
        <EmptyState title={texts.empty} compact>
          {table.hasFilters ? texts.noMatch : texts.addFirst}
        </EmptyState>
      }
    />
  );
}
