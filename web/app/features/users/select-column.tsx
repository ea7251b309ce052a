import { Checkbox } from '@mantine/core';
import type { User } from '@sandpiper/contract/users';
import type { Column } from '../../ui/data-table.tsx';
import type { UserSelection } from './user-selection.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.bulk;

/** Returns the column with a checkbox for each user, and one in the header for all users on the page. */
export function selectColumn(rows: readonly User[], { has, set }: UserSelection): Column<User> {
  const chosen = rows.filter(has).length;
  const isPage = rows.length > 0 && chosen === rows.length;
  return {
    key: 'select',
    title: (
      <Checkbox
        aria-label={texts.selectPage}
        checked={isPage}
        indeterminate={chosen > 0 && !isPage}
        disabled={rows.length === 0}
        onChange={() => set(rows, !isPage)}
      />
    ),
    width: '1%',
    cell: (user) => (
      <Checkbox
        aria-label={texts.select(user.username)}
        checked={has(user)}
        onChange={(event) => set([user], event.currentTarget.checked)}
      />
    ),
  };
}
