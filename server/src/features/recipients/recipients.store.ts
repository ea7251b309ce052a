import { sql } from 'kysely';
import { foundRecipientsMax } from '@sandpiper/contract/limits';
import type { MessageValues } from '@sandpiper/contract/message';
import { normalizeUsername } from '@sandpiper/contract/usernames';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { ListKey } from '../../platform/database/keys.ts';
import { doNotContactMark, isOutcomeNotKnown, nameMatches, nameSearch } from '../../platform/database/expressions.ts';

export const recipientColumns = [
  'recipients.id',
  'recipients.recipient',
  'recipients.status',
  isOutcomeNotKnown('recipients').as('is_not_known'),
  sql<MessageValues>`coalesce(recipients.variables, '{}')`.as('variables'),
  'recipients.created_at',
  doNotContactMark('recipients.user_id', 'recipients.recipient').as('is_do_not_contact'),
] as const;

export type RecipientFilter = {
  listId?: number | undefined;
  status?: RecipientStatus | undefined;
  search?: string | undefined;
};
/** How many matching recipients can be shown, and whether even more match. */
type Found = { total: number; isMore: boolean };
export type WantedPage = Found & { limit: number; offset: number };

type Wanted = {
  userId: number;
  listId: number | undefined;
  status: RecipientStatus | undefined;
  pattern: string | undefined;
  isShort: boolean;
};

function wantedBy(userId: number, { listId, status, search = '' }: RecipientFilter): Wanted {
  // Usernames are stored in lower case, and the search is converted to lower case, so LIKE is enough.
  const name = normalizeUsername(search);
  const { pattern, isShort } = nameSearch(name);
  return { userId, listId, status, pattern: name === '' ? undefined : pattern, isShort };
}

function matching(db: Database, { userId, listId, status, pattern, isShort }: Wanted) {
  return db
    .selectFrom('recipients')
    .where('recipients.user_id', '=', userId)
    .$if(listId !== undefined, (query) => query.where('recipients.list_id', '=', listId ?? 0))
    .$if(status !== undefined, (query) => query.where('recipients.status', '=', status ?? 'pending'))
    .$if(pattern !== undefined, (query) =>
      query.where(nameMatches('recipients.recipient', { pattern: pattern ?? '', isShort })),
    );
}

/** Selects the user's recipients who match. The caller chooses columns, order and limit. */
export function matchingRecipients(db: Database, userId: number, filter: RecipientFilter) {
  return matching(db, wantedBy(userId, filter));
}

type RowsOfPage = Wanted & { isNearEnd: boolean; limit: number; offset: number };

/**
 * Selects the rows of a page. Finds their IDs using only an index, because skipping table rows on a long list would take seconds. For a
 * page in the second half, counts from the other end.
 */
function rowsOfPage(db: Database, { isNearEnd, limit, offset, ...wanted }: RowsOfPage) {
  const ids = matching(db, wanted)
    .select('recipients.id')
    .orderBy('recipients.id', isNearEnd ? 'asc' : 'desc')
    .offset(offset)
    .limit(limit);
  return db
    .selectFrom(ids.as('page'))
    .innerJoin('recipients', (join) =>
      join.onRef('recipients.id', '=', 'page.id').on('recipients.user_id', '=', wanted.userId),
    )
    .select(recipientColumns)
    .orderBy('recipients.id', 'desc');
}

const pageQuery = compileOnce(rowsOfPage);

const pageWithListsQuery = compileOnce((db, rows: RowsOfPage) =>
  rowsOfPage(db, rows)
    .innerJoin('lists', (join) =>
      join.onRef('lists.user_id', '=', 'recipients.user_id').onRef('lists.id', '=', 'recipients.list_id'),
    )
    .select(['recipients.list_id', 'lists.name as list_name']),
);

function placeOf(userId: number, filter: RecipientFilter, { limit, offset, total, isMore }: WantedPage): RowsOfPage {
  const after = Math.max(0, total - offset - limit);
  const isNearEnd = !isMore && after < offset;
  return {
    ...wantedBy(userId, filter),
    isNearEnd,
    offset: isNearEnd ? after : offset,
    limit: Math.max(0, Math.min(limit, total - offset)),
  };
}

/** Lists recipients, newest first. */
export function listRecipients(db: Database, userId: number, filter: RecipientFilter, wanted: WantedPage) {
  return pageQuery.all(db, placeOf(userId, filter, wanted));
}

/** Lists recipients, newest first, each with the ID and name of their list. */
export function listRecipientsWithLists(db: Database, userId: number, filter: RecipientFilter, wanted: WantedPage) {
  return pageWithListsQuery.all(db, placeOf(userId, filter, wanted));
}

const foundQuery = compileOnce((db, wanted: Wanted) =>
  db
    .selectFrom(
      matching(db, wanted)
        .select('recipients.id')
        .limit(foundRecipientsMax + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total')),
);

const keptTotalQuery = compileOnce((db, { userId, listId, status }: Omit<Wanted, 'pattern' | 'isShort'>) =>
  db
    .selectFrom('list_counts')
    .select(sql<number>`coalesce(sum(people), 0)`.as('total'))
    .where('user_id', '=', userId)
    .$if(listId !== undefined, (query) => query.where('list_id', '=', listId ?? 0))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending')),
);

/** Counts all of a user's recipients, or only the recipients on a list or with a status. Uses the stored counts. */
export async function countRecipients(
  db: Database,
  userId: number,
  { listId, status }: Omit<RecipientFilter, 'search'>,
): Promise<number> {
  return (await keptTotalQuery.one(db, { userId, listId, status })).total;
}

/**
 * Counts the recipients that a page can show. For a search, counts the rows and stops at `foundRecipientsMax`, because counting all
 * matches of a common name among many people would take too long.
 */
export async function countFound(db: Database, userId: number, filter: RecipientFilter): Promise<Found> {
  const wanted = wantedBy(userId, filter);
  if (wanted.pattern === undefined) return { total: await countRecipients(db, userId, filter), isMore: false };
  const { total } = await foundQuery.one(db, wanted);
  return { total: Math.min(total, foundRecipientsMax), isMore: total > foundRecipientsMax };
}

/** Lists the next people on a list, in the order they were added. */
export function listRecipientsAfter(
  db: Database,
  userId: number,
  { listId, after, limit }: { listId: number; after: number; limit: number },
) {
  return matchingRecipients(db, userId, { listId })
    .select(recipientColumns)
    .where('recipients.id', '>', after)
    .orderBy('recipients.id')
    .limit(limit)
    .execute();
}

/** Returns the ID of a list's newest recipient, or 0 if there is none. */
export async function findLastRecipient(db: Database, { userId, listId }: ListKey): Promise<number> {
  const row = await matchingRecipients(db, userId, { listId })
    .select('recipients.id')
    .orderBy('recipients.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Adds one person. Returns undefined if they are already on the list. A missing list causes a foreign key violation. */
export function insertRecipient(
  db: Database,
  userId: number,
  { listId, recipient, status }: { listId: number; recipient: string; status: RecipientStatus },
) {
  return db
    .insertInto('recipients')
    .values({ user_id: userId, list_id: listId, recipient, status })
    .onConflict((conflict) => conflict.columns(['user_id', 'list_id', 'recipient']).doNothing())
    .returning(recipientColumns)
    .executeTakeFirst();
}

/** Adds the people who aren't on the list yet. Returns how many were added. */
export async function insertRecipients(
  transaction: Transaction,
  userId: number,
  { listId, names }: { listId: number; names: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO recipients (user_id, list_id, recipient)
    SELECT ${userId}, ${listId}, name FROM unnest(${names}::text[]) WITH ORDINALITY AS given (name, position)
    ORDER BY position
    ON CONFLICT (user_id, list_id, recipient) DO NOTHING`.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Changes a recipient's status. Returns the recipient with the IDs of the list and the person, and the previous status. */
export function updateRecipientStatus(db: Database, userId: number, id: number, status: RecipientStatus) {
  return db
    .updateTable('recipients')
    .from((from) =>
      from
        .selectFrom('recipients')
        .select(['id', 'status as previous_status'])
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .forUpdate()
        .as('before'),
    )
    .set({ status })
    .whereRef('recipients.id', '=', 'before.id')
    .returning([...recipientColumns, 'recipients.list_id', 'recipients.person_id', 'before.previous_status'])
    .executeTakeFirst();
}

/** Removes people from their lists. Returns the deleted rows in the order the people were added. */
export function deleteRecipients(transaction: Transaction, userId: number, ids: readonly number[]) {
  return transaction
    .with('removed', (query) =>
      query
        .deleteFrom('recipients')
        .where('user_id', '=', userId)
        .where('id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
        .returning([...recipientColumns, 'recipients.list_id', 'recipients.import_id', 'recipients.person_id']),
    )
    .selectFrom('removed')
    .selectAll()
    .orderBy('id')
    .execute();
}
