import { usersPageSize } from '@sandpiper/contract/limits';
import type { User } from '@sandpiper/contract/users';
import { useMemo } from 'react';
import { usePastEnd } from '../../platform/past-end.ts';
import { useUser } from '../../platform/session.tsx';
import { useTableState } from '../../platform/url-state.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import { activityChoices, chosen, packChoices, roleChoices } from './user-choices.ts';
import { userColumns, type UserAction } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';
import { useUsers, type UserQuery } from './users.queries.ts';

const defaults = { size: usersPageSize, sizes: [usersPageSize], filters: { role: '', pack: '', status: '' } };

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
  const { data, isPlaceholderData, isError, refetch } = users;
  const isPastEnd = usePastEnd(table, users, data?.users);

  if (isError && data === undefined) return <LoadFailed what="Users" onRetry={() => void refetch()} />;
  return (
    <>
      <UserFilters table={table} />
      <DataTable
        label="Users"
        columns={columns}
        rows={isPastEnd ? undefined : data?.users}
        rowKey={(user) => user.id}
        isStale={isPlaceholderData}
        empty={
          <EmptyState title="No users found" compact>
            {table.hasFilters ? 'No user matches your filters.' : 'Add the first one.'}
          </EmptyState>
        }
      />
      {data !== undefined && data.pagination.total > 0 ? (
        <TableFooter
          page={data.pagination.page}
          totalPages={data.pagination.pages}
          totalItems={data.pagination.total}
          size={data.pagination.limit}
          onPage={table.setPage}
        />
      ) : null}
    </>
  );
}
