import { sql } from 'kysely';
import type { Role } from '@sandpiper/contract/auth';
import type { Pack } from '@sandpiper/contract/plans';
import type { Database } from '../../platform/database/database.ts';
import { containsPattern, now } from '../../platform/database/expressions.ts';

export type UserFilter = {
  search?: string | undefined;
  role?: Role | undefined;
  pack?: Pack | undefined;
  status?: 'active' | 'expired' | undefined;
};

export type NewUser = {
  username: string;
  password_hash: string;
  role: Role;
  pack: Pack;
  subscription_end_date: string | null;
};

export type UserChange = {
  username?: string | undefined;
  role?: Role | undefined;
  pack?: Pack | undefined;
  subscription_end_date?: string | null | undefined;
  is_active?: boolean | undefined;
};

/**
 * SQL condition for the status filter of the users table. Users without a subscription end date count as active here, but not in permission
 * checks.
 */
const isDisplayedActive = sql<boolean>`(users.is_active AND
  (users.subscription_end_date IS NULL OR users.subscription_end_date >= (now() AT TIME ZONE 'UTC')::date))`;

function matching(db: Database, { search = '', role, pack, status }: UserFilter) {
  return db
    .selectFrom('users')
    .$if(search !== '', (query) => query.where('users.username', 'ilike', containsPattern(search)))
    .$if(role !== undefined, (query) => query.where('users.role', '=', role ?? 'user'))
    .$if(pack !== undefined, (query) => query.where('users.pack', '=', pack ?? 'starter'))
    .$if(status === 'active', (query) => query.where(isDisplayedActive))
    .$if(status === 'expired', (query) => query.where(({ not }) => not(isDisplayedActive)));
}

function withCounts(query: ReturnType<typeof matching>) {
  return query
    .select([
      'users.id',
      'users.username',
      'users.role',
      'users.pack',
      'users.subscription_end_date',
      'users.is_active',
      'users.created_at',
      'users.last_login',
      'users.deletion_due_at',
    ])
    .select([
      sql<boolean>`users.two_factor_since IS NOT NULL`.as('has_two_factor'),
      sql<number>`(SELECT count(*) FROM profiles
        WHERE profiles.user_id = users.id AND profiles.deleted_at IS NULL)`.as('profile_count'),
      sql<number>`(SELECT count(*) FROM campaigns
        WHERE campaigns.user_id = users.id AND campaigns.status = 'running'
          AND campaigns.deleted_at IS NULL)`.as('running_campaigns'),
    ]);
}

/** Lists a page of users, newest first, and returns the total number of matching users. */
export async function listUsers(db: Database, filter: UserFilter, page: { limit: number; offset: number }) {
  const found = matching(db, filter);
  const users = await withCounts(found).orderBy('users.id', 'desc').limit(page.limit).offset(page.offset).execute();
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { users, total };
}

export function findUser(db: Database, id: number) {
  return withCounts(matching(db, {}).where('users.id', '=', id)).executeTakeFirst();
}

export function findUserByName(
  db: Database,
  username: string,
): Promise<{ id: number; is_active: boolean } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'is_active'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
}

export async function insertUser(db: Database, user: NewUser): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * Locks a user until the end of the transaction. Returns the columns that an administrator can change, and whether the user's deletion is
 * due or has begun.
 */
export function lockUser(
  db: Database,
  id: number,
): Promise<(Required<UserChange> & { isDeletionDue: boolean }) | undefined> {
  return db
    .selectFrom('users')
    .select(['username', 'role', 'pack', 'subscription_end_date', 'is_active'])
    .select(sql<boolean>`coalesce(deletion_due_at <= ${now}, false)`.as('isDeletionDue'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateUser(
  db: Database,
  id: number,
  change: UserChange | { password_hash: string },
): Promise<boolean> {
  const result = await db.updateTable('users').set(change).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function activeAdmins(db: Database) {
  return db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('deletion_due_at', 'is', null)
    .orderBy('id');
}

/** Lists the IDs of administrators who can sign in and haven't requested the deletion of their user account. */
export async function listActiveAdmins(db: Database): Promise<number[]> {
  return (await activeAdmins(db).execute()).map(({ id }) => id);
}

/**
 * Like {@link listActiveAdmins}, but also locks the administrators until the end of the transaction. If two administrators remove each
 * other at the same time, the second transaction waits here and then sees the change of the first transaction.
 */
export async function lockActiveAdmins(db: Database): Promise<number[]> {
  return (await activeAdmins(db).forUpdate().execute()).map(({ id }) => id);
}

/** Deactivates a user and makes their deletion due now. Returns false if there is no such user. */
export async function closeUser(db: Database, id: number): Promise<boolean> {
  const values = { is_active: false, deletion_due_at: now };
  const result = await db.updateTable('users').set(values).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deactivates a user whose deletion is due. Returns false if the user has canceled the deletion. */
export async function closeDueUser(db: Database, id: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', id)
    .where('deletion_due_at', '<=', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The tables in which one user can have many rows. Tables that reference others come first. */
const largeTables = [
  'data_export_chunks',
  'campaign_logs',
  'campaign_days',
  'claims',
  'deliveries',
  'contacts',
  'conversations',
  'do_not_contact',
  'do_not_contact_removals',
  'import_chunks',
  'import_rows',
  'recipients',
  'people_change_items',
  'person_events',
  'list_counts',
  'people',
] as const;

/** Deletes up to `limit` of a user's rows from the first large table that contains any. Returns the number of deleted rows. */
export async function deleteSomeRowsOf(db: Database, userId: number, limit: number): Promise<number> {
  for (const table of largeTables) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${sql.table(table)} WHERE user_id = ${userId} LIMIT ${limit})) AND user_id = ${userId}`.execute(
      db,
    );
    const deleted = Number(numAffectedRows ?? 0n);
    if (deleted > 0) return deleted;
  }
  return 0;
}

export async function deleteUser(db: Database, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}
