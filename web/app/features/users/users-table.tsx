import { usersPageSize } from '@sandpiper/contract/limits';
import type { User } from '@sandpiper/contract/users';
import { useMemo } from 'react';
import { chosen } from '../../platform/choices.ts';
import { useUser } from '../../platform/session.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { TableFilters } from '../../ui/table-filters.tsx';
import { activityChoices, packChoices, roleChoices } from './user-choices.ts';
import { userColumns, type UserAction } from './user-columns.tsx';
import { useUsers, type UserQuery } from './users.queries.ts';

const defaults = { size: usersPageSize, sizes: [usersPageSize], filters: { role: '', pack: '', status: '' } };

const filters = [
  { name: 'role', label: 'Role', all: 'All roles', choices: roleChoices, width: 130 },
  { name: 'pack', label: 'Pack', all: 'All packs', choices: packChoices, width: 130 },
  { name: 'status', label: 'Status', all: 'All statuses', choices: activityChoices, width: 140 },
] as const;

/** What the address asks for, in the words of the call. */
export function useUserTable() {
  const table = useTableState(defaults);
  const role = chosen(roleChoices, table.filters.role);
  const pack = chosen(packChoices, table.filters.pack);
  const status = chosen(activityChoices, table.filters.status);
  const query: UserQuery = {
    search: table.search,
    page: table.page,
    limit: table.size,
    ...(role === undefined ? {} : { role }),
    ...(pack === undefined ? {} : { pack }),
    ...(status === undefined ? {} : { status }),
  };
  return { table, users: useUsers(query) };
}

type UsersTableProps = ReturnType<typeof useUserTable> & { onAction: (action: UserAction, user: User) => void };

export function UsersTable({ table, users, onAction }: UsersTableProps) {
  const { id } = useUser();
  const columns = useMemo(() => userColumns({ ownId: id, onAction }), [id, onAction]);
  return (
    <PagedTable
      label="Users"
      table={table}
      answer={users}
      rows={users.data?.users}
      columns={columns}
      filters={<TableFilters table={table} placeholder="Search users..." filters={filters} />}
      empty={
        <EmptyState title="No users found" compact>
          {table.hasFilters ? 'No user matches your filters.' : 'Add the first one.'}
        </EmptyState>
      }
    />
  );
}
