import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import { onlineSeconds } from '../../platform/access/access.store.ts';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/database.types.ts';
import { containsPattern, secondsFromNow } from '../../platform/database/expressions.ts';
import { together } from '../../platform/database/pipelining.ts';
import { isHeld } from './account-holds.store.ts';

type Named = { id: number; name: string };

const columns = [
  'p.id',
  'p.profile_name',
  'p.profile_path',
  'p.is_active',
  'p.insta_username',
  'p.created_at',
  'p.installation_id',
  'p.hold_reason',
  'p.hold_detail',
  'p.held_at',
  'p.held_until',
  'p.daily_limit',
  'p.ramp_start',
  'p.ramp_step',
  'p.timezone',
  'p.lasting_day',
  'p.lasting_until',
  'p.hours',
] as const;

/** Selects the user's accounts, except removed ones, whose rows are kept. */
function own(db: Database, userId: number) {
  return db.selectFrom('profiles as p').where('p.user_id', '=', userId).where('p.deleted_at', 'is', null);
}

function withColumns(accounts: ReturnType<typeof own>) {
  return accounts.select(columns).select([
    isHeld('p').as('is_held'),
    sql<boolean>`p.insta_password_sealed IS NOT NULL`.as('has_password'),
    sql<Named | null>`(SELECT json_build_object('id', c.id, 'name', c.name) FROM campaign_profiles cp
        JOIN campaigns c ON c.user_id = cp.user_id AND c.id = cp.campaign_id
        WHERE cp.user_id = p.user_id AND cp.profile_id = p.id AND cp.is_running)`.as('in_use_by'),
    sql<Named | null>`(SELECT json_build_object('id', d.id, 'name', d.profile_name) FROM profiles d
        WHERE d.user_id = p.user_id AND d.id = p.double_of)`.as('double_of'),
  ]);
}

function accounts(db: Database, userId: number) {
  return withColumns(own(db, userId));
}

/** `name` is the searched text in lower case. */
type Wanted = { userId: number; pattern: string | undefined; name: string | undefined };

function matching(db: Database, { userId, pattern }: Wanted) {
  return own(db, userId).$if(pattern !== undefined, (query) =>
    query.where(
      sql<boolean>`(p.profile_name ILIKE ${pattern} OR p.profile_path ILIKE ${pattern} OR p.insta_username ILIKE ${pattern})`,
    ),
  );
}

const pageQuery = compileOnce((db, { limit, offset, ...wanted }: Wanted & { limit?: number; offset?: number }) =>
  withColumns(matching(db, wanted))
    .$if(wanted.name !== undefined, (query) =>
      query.orderBy(sql`(${wanted.name} IN (lower(p.profile_name), lower(p.insta_username))) IS NOT TRUE`),
    )
    .orderBy('p.id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset ?? 0)),
);

const totalQuery = compileOnce((db, wanted: Wanted) =>
  matching(db, wanted).select(({ fn }) => fn.countAll<number>().as('total')),
);

/**
 * Lists the accounts that match the search, oldest first. Accounts whose name or username is exactly the searched text come before the
 * others.
 */
export async function listAccounts(
  db: Database,
  userId: number,
  search: string,
  page: { limit: number; offset: number } | null,
) {
  const text = search.replace(/^@/, '');
  const wanted =
    search === ''
      ? { userId, pattern: undefined, name: undefined }
      : { userId, pattern: containsPattern(text), name: text.toLowerCase() };
  const [rows, { total }] = await together([pageQuery.all(db, { ...wanted, ...page }), totalQuery.one(db, wanted)]);
  return { rows, total };
}

export function findAccount(db: Database, userId: number, id: number) {
  return accounts(db, userId).where('p.id', '=', id).executeTakeFirst();
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Lists those of the accounts with these IDs that belong to the user, ordered by ID. */
export function listAccountsById(db: Database, userId: number, ids: readonly number[]) {
  return accounts(db, userId).where('p.id', 'in', ids).orderBy('p.id').execute();
}

export function findAccountByPath(db: Database, userId: number, path: string) {
  return accounts(db, userId).where('p.profile_path', '=', path).executeTakeFirst();
}

export async function countAccounts(db: Database, userId: number): Promise<number> {
  const { total } = await own(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Reads the user's pack and locks the user's row, so that only one transaction at a time can change the user's accounts. */
export function lockPack(transaction: Transaction, userId: number) {
  return transaction
    .selectFrom('users')
    .select('pack')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

type Identity = { insta_username: string | null; profile_path: string };

/** Checks whether an account other than `id` has this Instagram username or this path to a Firefox profile. */
export async function findTaken(db: Database, userId: number, id: number, { insta_username, profile_path }: Identity) {
  const rows = await own(db, userId)
    .select([
      sql<boolean>`coalesce(lower(p.insta_username) = ${insta_username}, false)`.as('is_same_name'),
      sql<boolean>`p.profile_path = ${profile_path}`.as('is_same_path'),
    ])
    .where('p.id', '<>', id)
    .where(sql<boolean>`(lower(p.insta_username) = ${insta_username} OR p.profile_path = ${profile_path})`)
    .execute();
  return {
    isNameTaken: rows.some(({ is_same_name }) => is_same_name),
    isPathTaken: rows.some(({ is_same_path }) => is_same_path),
  };
}

export type NewAccount = Identity & {
  profile_name: string;
  /** The account's computer, if it is already known. */
  installation_id?: string;
};

export async function insertAccount(transaction: Transaction, userId: number, account: NewAccount): Promise<number> {
  const { id } = await transaction
    .insertInto('profiles')
    .values({ user_id: userId, ...account })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAccounts(
  db: Database,
  userId: number,
  ids: readonly number[],
  values: UpdateObject<DB, 'profiles'>,
): Promise<void> {
  await db.updateTable('profiles').set(values).where('user_id', '=', userId).where('id', 'in', ids).execute();
}

export function updateAccount(db: Database, userId: number, id: number, values: UpdateObject<DB, 'profiles'>) {
  return updateAccounts(db, userId, [id], values);
}

type Toggling = { ids: readonly number[]; isActive: boolean | undefined };

/**
 * Switches accounts on or off, or toggles them if `isActive` is undefined. Returns the accounts' IDs. Changes and returns no accounts that
 * don't exist, and no duplicates that would be switched on.
 */
export async function toggleActive(db: Database, userId: number, { ids, isActive }: Toggling): Promise<number[]> {
  const rows = await db
    .updateTable('profiles')
    .set({ is_active: isActive ?? sql<boolean>`NOT is_active` })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .$if(isActive !== false, (query) =>
      query.where(({ or, eb }) => or([eb('is_active', '=', true), eb('double_of', 'is', null)])),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the user's online computers with open windows, and how many accounts have a window on each, as last reported by the agents. */
export async function listOpenWindows(db: Database, userId: number) {
  const { rows } = await sql<{ installation_id: string; windows: number }>`
    SELECT installation_id, count(DISTINCT w ->> 'profile_id') AS windows
    FROM agent_tokens, jsonb_array_elements(windows) w
    WHERE user_id = ${userId} AND last_seen_at > ${secondsFromNow(-onlineSeconds)}
    GROUP BY installation_id`.execute(db);
  return rows;
}
