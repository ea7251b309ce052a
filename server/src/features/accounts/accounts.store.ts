import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/database.types.ts';
import { containsPattern } from '../../platform/database/search-pattern.ts';

type InUse = { id: number; name: string };

const columns = [
  'p.id',
  'p.profile_name',
  'p.profile_path',
  'p.is_active',
  'p.insta_username',
  'p.created_at',
] as const;

function own(db: Database, userId: number) {
  return db.selectFrom('profiles as p').where('p.user_id', '=', userId);
}

function accounts(db: Database, userId: number) {
  return own(db, userId)
    .select(columns)
    .select([
      sql<boolean>`p.insta_password_sealed IS NOT NULL`.as('has_password'),
      sql<InUse | null>`(SELECT json_build_object('id', c.id, 'name', c.name) FROM campaign_profiles cp
        JOIN campaigns c ON c.user_id = cp.user_id AND c.id = cp.campaign_id
        WHERE cp.user_id = p.user_id AND cp.profile_id = p.id AND cp.is_running)`.as('in_use_by'),
    ]);
}

export async function listAccounts(
  db: Database,
  userId: number,
  search: string,
  page: { limit: number; offset: number } | null,
) {
  const pattern = containsPattern(search);
  const rows = await accounts(db, userId)
    .$if(search !== '', (query) =>
      query.where(({ or, eb }) => or([eb('p.profile_name', 'ilike', pattern), eb('p.profile_path', 'ilike', pattern)])),
    )
    .orderBy('p.id')
    .$if(page !== null, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
  const { total } = await own(db, userId)
    .$if(search !== '', (query) =>
      query.where(({ or, eb }) => or([eb('p.profile_name', 'ilike', pattern), eb('p.profile_path', 'ilike', pattern)])),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export function findAccount(db: Database, userId: number, id: number) {
  return accounts(db, userId).where('p.id', '=', id).executeTakeFirst();
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export function findAccountByPath(db: Database, userId: number, path: string) {
  return accounts(db, userId).where('p.profile_path', '=', path).executeTakeFirst();
}

export async function countAccounts(db: Database, userId: number): Promise<number> {
  const { total } = await own(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Reads the user's pack and lets only one transaction at a time add accounts for that user. */
export function lockPack(transaction: Transaction, userId: number) {
  return transaction.selectFrom('users').select('pack').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
}

export type NewAccount = {
  profile_name: string;
  profile_path: string;
  insta_username: string | null;
  insta_password_sealed: Buffer | null;
};

export async function insertAccount(transaction: Transaction, userId: number, account: NewAccount): Promise<number> {
  const { id } = await transaction
    .insertInto('profiles')
    .values({ user_id: userId, ...account })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAccount(
  db: Database,
  userId: number,
  id: number,
  values: UpdateObject<DB, 'profiles'>,
): Promise<boolean> {
  const result = await db
    .updateTable('profiles')
    .set(values)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export function toggleActive(db: Database, userId: number, id: number): Promise<boolean> {
  return updateAccount(db, userId, id, { is_active: sql<boolean>`NOT is_active` });
}

export async function deleteAccount(db: Database, userId: number, id: number): Promise<void> {
  await db.deleteFrom('profiles').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** How many accounts the user's agents last said to have open. */
export async function listOpenWindows(db: Database, userId: number): Promise<number[]> {
  const { rows } = await sql<{ profile_id: number }>`
    SELECT DISTINCT (w ->> 'profile_id')::bigint AS profile_id
    FROM agent_tokens, jsonb_array_elements(windows) w
    WHERE user_id = ${userId} AND last_seen_at > now() - interval '45 seconds'`.execute(db);
  return rows.map((row) => row.profile_id);
}
