import type { Computer } from '@sandpiper/contract/accounts';
import type { PagePackReport } from '@sandpiper/contract/page-pack';
import { pairingSeconds } from '@sandpiper/contract/limits';
import { sql } from 'kysely';
import { onlineSeconds } from '../../platform/access/access.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

const isOnline = sql<boolean>`coalesce(last_seen_at > ${secondsFromNow(-onlineSeconds)}, false)`;

export function listAgentTokens(db: Database, userId: number) {
  return db
    .selectFrom('agent_tokens')
    .select(['id', 'name', 'created_at', 'last_seen_at', 'outdated_at', 'address', 'version', 'platform', 'is_paused'])
    .select([isOnline.as('online'), sql<PagePackReport | null>`page_pack`.as('page_pack')])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Lists the user's computers, each with the name of the agent that last connected from it. */
export async function listComputers(db: Database, userId: number): Promise<Computer[]> {
  const { rows } = await sql<Computer>`
    SELECT DISTINCT ON (installation_id) installation_id AS id, name, ${isOnline} AS is_online
    FROM agent_tokens WHERE user_id = ${userId} AND installation_id IS NOT NULL
    ORDER BY installation_id, last_seen_at DESC NULLS LAST, id DESC`.execute(db);
  return rows;
}

export function insertAgentToken(db: Database, token: { user_id: number; name: string; token_hash: Buffer }) {
  return db.insertInto('agent_tokens').values(token).returning(['id', 'name']).executeTakeFirstOrThrow();
}

/** Deletes a token and returns its name, or undefined if the user has no token with this ID. */
export async function deleteAgentToken(db: Database, userId: number, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('agent_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function deleteAgentTokensOf(db: Database, userId: number): Promise<number> {
  const result = await db.deleteFrom('agent_tokens').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes the pairings that a user has approved or denied. Approved computers can then no longer collect their tokens. */
export async function deletePairingsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('agent_pairings').where('user_id', '=', userId).execute();
}

/** Checks whether any of the user's agents is online, and whether all online agents are paused on their computers. */
export async function findPresence(db: Database, userId: number): Promise<{ online: boolean; is_paused: boolean }> {
  const row = await db
    .selectFrom('agent_tokens')
    .select(({ fn }) => [
      fn.countAll().as('agents'),
      sql<boolean>`coalesce(bool_and(is_paused), false)`.as('is_paused'),
    ])
    .where('user_id', '=', userId)
    .where(isOnline)
    .executeTakeFirstOrThrow();
  return { online: Number(row.agents) > 0, is_paused: row.is_paused };
}

type NewPairing = { device_code_hash: Buffer; user_code: string; device_name: string; address: string };

export async function insertPairing(db: Database, pairing: NewPairing): Promise<void> {
  await db
    .insertInto('agent_pairings')
    .values({ ...pairing, expires_at: secondsFromNow(pairingSeconds) })
    .execute();
}

/** Deletes expired pairings, which contain the names and addresses of computers. */
export async function deleteExpiredPairings(db: Database): Promise<void> {
  await db.deleteFrom('agent_pairings').where('expires_at', '<', now).execute();
}

/** Finds a pairing request that can still be approved. */
export function findOpenPairing(db: Database, userCode: string) {
  return db
    .selectFrom('agent_pairings')
    .select(['device_name', 'user_code', 'address', 'expires_at'])
    .where('user_code', '=', userCode)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Approves or denies a pending pairing. Returns the computer's name, or undefined if there is no pending pairing with this code. */
export async function answerPairing(
  db: Database,
  userCode: string,
  answer: { status: 'approved' | 'denied'; user_id: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('agent_pairings')
    .set(answer)
    .where('user_code', '=', userCode)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .returning('device_name')
    .executeTakeFirst();
  return row?.device_name;
}

/**
 * Reads a pairing and locks it until the end of the transaction. `is_hasty` means that the last poll was less than
 * `intervalSeconds` ago.
 */
export function lockPairing(db: Database, deviceCodeHash: Buffer, intervalSeconds: number) {
  return db
    .selectFrom('agent_pairings')
    .select(['status', 'user_id', 'device_name'])
    .select([
      sql<boolean>`expires_at <= now()`.as('is_expired'),
      sql<boolean>`coalesce(last_polled_at > ${secondsFromNow(-intervalSeconds)}, false)`.as('is_hasty'),
    ])
    .where('device_code_hash', '=', deviceCodeHash)
    .forUpdate()
    .executeTakeFirst();
}

export async function updatePairing(
  db: Database,
  deviceCodeHash: Buffer,
  values: { status?: 'used'; last_polled_at?: typeof now },
): Promise<void> {
  await db.updateTable('agent_pairings').set(values).where('device_code_hash', '=', deviceCodeHash).execute();
}
