import type { User } from '@sandpiper/contract/users';
import { useCallback, useMemo, useState } from 'react';

export type UserSelection = {
  users: readonly User[];
  has: (user: User) => boolean;
  set: (users: readonly User[], isSelected: boolean) => void;
};

/** Holds the selected users, possibly from several pages. Selected users who are among `rows`, the current page, are kept up to date. */
export function useUserSelection(rows: readonly User[] | undefined): UserSelection {
  const [selected, setSelected] = useState<ReadonlyMap<number, User>>(new Map());
  const set = useCallback(
    (users: readonly User[], isSelected: boolean) =>
      setSelected((before) => {
        const after = new Map(before);
        for (const user of users) {
          if (isSelected) after.set(user.id, user);
          else after.delete(user.id);
        }
        return after;
      }),
    [],
  );
  return useMemo(() => {
    const current = new Map(rows?.map((user) => [user.id, user]));
    return {
      users: [...selected.values()].map((user) => current.get(user.id) ?? user),
      has: ({ id }) => selected.has(id),
      set,
    };
  }, [rows, selected, set]);
}
