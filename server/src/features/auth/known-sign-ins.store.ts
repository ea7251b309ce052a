import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

const rememberedSeconds = 90 * 86_400;

type SignInPlace = { userId: number; browser: string; network: string };

/**
 * Remembers the browser and network that a user signed in from. Returns `first` for the user's first remembered sign-in, `new` if
 * the user hasn't signed in with this browser from this network in the last 90 days, and `known` otherwise.
 */
export async function rememberSignIn(
  transaction: Transaction,
  { userId, browser, network }: SignInPlace,
): Promise<'first' | 'known' | 'new'> {
  const known = await transaction
    .selectFrom('known_sign_ins')
    .select(['browser', 'network'])
    .select(({ eb }) => eb('last_at', '>', secondsFromNow(-rememberedSeconds)).as('is_fresh'))
    .where('user_id', '=', userId)
    .execute();
  await transaction
    .insertInto('known_sign_ins')
    .values({ user_id: userId, browser, network })
    .onConflict((conflict) => conflict.columns(['user_id', 'browser', 'network']).doUpdateSet({ last_at: now }))
    .execute();
  if (known.length === 0) return 'first';
  const same = known.find((place) => place.browser === browser && place.network === network);
  return same?.is_fresh === true ? 'known' : 'new';
}

/** Checks whether the user with this name (in lower case) has signed in from a network in the last 90 days. */
export async function isKnownNetwork(db: Database, name: string, network: string): Promise<boolean> {
  const known = await db
    .selectFrom('known_sign_ins')
    .innerJoin('users', 'users.id', 'known_sign_ins.user_id')
    .select('users.id')
    .where(sql<string>`lower(users.username)`, '=', name)
    .where('known_sign_ins.network', '=', network)
    .where('known_sign_ins.last_at', '>', secondsFromNow(-rememberedSeconds))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

/** Forgets the browsers and networks that a user hasn't signed in from for 90 days. */
export async function forgetOldPlaces(transaction: Transaction, userId: number): Promise<void> {
  await transaction
    .deleteFrom('known_sign_ins')
    .where('user_id', '=', userId)
    .where('last_at', '<', secondsFromNow(-rememberedSeconds))
    .execute();
}
