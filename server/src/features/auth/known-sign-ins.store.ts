import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { daysFromNow, now } from '../../platform/database/expressions.ts';

const rememberedDays = 90;

type SignInPlace = { userId: number; browser: string; network: string };

export async function hasNeverSignedIn(db: Database, userId: number): Promise<boolean> {
  const user = await db.selectFrom('users').select('last_login').where('id', '=', userId).executeTakeFirst();
  return (user?.last_login ?? null) === null;
}

/** Remembers the browser and network of a sign-in. Returns whether the user had already used this combination in the last 90 days. */
export async function rememberSignIn(
  transaction: Transaction,
  { userId, browser, network }: SignInPlace,
): Promise<boolean> {
  const known = await transaction
    .selectFrom('known_sign_ins')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('browser', '=', browser)
    .where('network', '=', network)
    .where('last_at', '>', daysFromNow(-rememberedDays))
    .executeTakeFirst();
  await transaction
    .insertInto('known_sign_ins')
    .values({ user_id: userId, browser, network })
    .onConflict((conflict) => conflict.columns(['user_id', 'browser', 'network']).doUpdateSet({ last_at: now }))
    .execute();
  return known !== undefined;
}

/** Checks whether the user with this name (in lower case) has signed in from a network in the last 90 days. */
export async function isKnownNetwork(db: Database, name: string, network: string): Promise<boolean> {
  const known = await db
    .selectFrom('known_sign_ins')
    .innerJoin('users', 'users.id', 'known_sign_ins.user_id')
    .select('users.id')
    .where(sql<string>`lower(users.username)`, '=', name)
    .where('known_sign_ins.network', '=', network)
    .where('known_sign_ins.last_at', '>', daysFromNow(-rememberedDays))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

/** Deletes up to 1,000 remembered combinations of user, browser and network that weren't used to sign in for 90 days. */
export async function forgetOldPlaces(db: Database): Promise<void> {
  await sql`DELETE FROM known_sign_ins WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM known_sign_ins WHERE last_at < ${daysFromNow(-rememberedDays)} LIMIT 1000))`.execute(db);
}
