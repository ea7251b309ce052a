import { savedFiltersMax } from '@sandpiper/contract/limits';
import { peopleFilterSchema } from '@sandpiper/contract/people-filter';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import type { SavedFilter } from '@sandpiper/contract/saved-filters';
import { lockUserRow } from '../../platform/access/access.store.ts';
import type { App } from '../../platform/app-context.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { transact } from '../../platform/database/transact.ts';
import { AppError, nameTaken, notFound } from '../../platform/http/app-error.ts';
import { countFilters, deleteFilter, insertFilter, listFilters, updateFilter } from './saved-filters.store.ts';

type NewFilter = { name: string; filter: PeopleFilter };

function shown<Row extends { filter: unknown }>(row: Row) {
  return { ...row, filter: peopleFilterSchema.parse(row.filter) };
}

function refusal(error: unknown, name: string): unknown {
  if (!isUniqueViolation(error)) return error;
  return nameTaken('name', `You already have a filter called ${name}.`);
}

export async function allFilters(app: App, userId: number): Promise<SavedFilter[]> {
  return (await listFilters(app.db, userId)).map(shown);
}

export async function saveFilter(app: App, userId: number, filter: NewFilter): Promise<SavedFilter> {
  const saved = await transact(app.db, async (transaction) => {
    await lockUserRow(transaction, userId);
    if ((await countFilters(transaction, userId)) >= savedFiltersMax) {
      throw new AppError(
        'invalid_state',
        `You can have up to ${savedFiltersMax} saved filters. Delete one to save another.`,
      );
    }
    return insertFilter(transaction, userId, filter);
  }).catch((error: unknown) => {
    throw refusal(error, filter.name);
  });
  return shown(saved);
}

export async function changeFilter(app: App, { userId, id }: OwnKey, filter: NewFilter): Promise<SavedFilter> {
  const changed = await updateFilter(app.db, userId, id, filter).catch((error: unknown) => {
    throw refusal(error, filter.name);
  });
  if (changed === undefined) throw notFound('Filter');
  return shown(changed);
}

export async function removeFilter(app: App, { userId, id }: OwnKey): Promise<void> {
  if (!(await deleteFilter(app.db, userId, id))) throw notFound('Filter');
}
