import { setImmediate } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { compileOnce } from '../database/compiled-queries.ts';
import type { Database, Transaction } from '../database/database.ts';
import { now, secondsFromNow } from '../database/expressions.ts';
import type { Person, SignedIn, SignedInAgent } from './person.ts';

/** The columns of a `Person`, from `users`. */
export const personColumns = [
  'id',
  'username',
  'role',
  'pack',
  'subscription_end_date',
  'is_active',
  'deletion_due_at',
  'created_at',
  'last_login',
  'two_factor_since',
  'timezone',
] as const satisfies readonly (keyof Person)[];

/** The columns of a `Person`, from `users` as `u`. */
const selectedPerson = sql.raw(personColumns.map((column) => `u.${column}`).join(', '));

/** How long a sign-in is considered recent after the password was entered, in seconds. */
const recentSeconds = 600;
/** How long an agent is considered online after its last contact, in seconds. */
export const onlineSeconds = 45;
/**
 * The minimum time between two updates of a session's last use, in seconds. Without this minimum, every request would write to the
 * database.
 */
const touchSeconds = 60;

type FoundSession = SignedIn & { isTouchDue: boolean };

type SessionRow = Person & { session_id: number; token_hash: Buffer; is_recent: boolean; is_touch_due: boolean };

/** Sessions that were last used before `idleFrom` are no longer valid. `idleFrom` is negative, in seconds from now. */
const sessionsQuery = compileOnce(
  (_db, { tokenHashes, idleFrom }: { tokenHashes: readonly Buffer[]; idleFrom: number }) => sql<SessionRow>`
    SELECT ${selectedPerson}, s.id AS session_id, s.token_hash, s.confirmed_at > ${secondsFromNow(-recentSeconds)} AS is_recent,
      s.last_used_at < ${secondsFromNow(-touchSeconds)} AS is_touch_due
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ANY(${tokenHashes}::bytea[]) AND s.expires_at > ${now} AND s.last_used_at > ${secondsFromNow(idleFrom)}`,
);

function foundSession({ session_id, token_hash, is_recent, is_touch_due, ...user }: SessionRow): FoundSession {
  return { user, session: { id: session_id, tokenHash: token_hash, isRecent: is_recent }, isTouchDue: is_touch_due };
}

/** Finds a session and its user. Returns undefined if the session has expired, was idle for too long or doesn't exist. */
export type FindSession = (tokenHash: Buffer) => Promise<FoundSession | undefined>;

/**
 * Creates the function that finds sessions. Requests that arrive at the same time share one statement. Nothing is cached, so a session that
 * has ended is never found again.
 */
export function createSessionFinder(db: Database, idleSeconds: number): FindSession {
  const loader = new DataLoader<Buffer, FoundSession | undefined>(
    async (tokenHashes) => {
      const rows = await sessionsQuery.all(db, { tokenHashes, idleFrom: -idleSeconds });
      return tokenHashes.map((tokenHash) => {
        const row = rows.find(({ token_hash }) => token_hash.equals(tokenHash));
        return row && foundSession(row);
      });
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: (send) => void setImmediate().then(send) },
  );
  return async (tokenHash) => {
    const found = await loader.load(tokenHash);
    // Continue each request in a separate tick. Statements sent in the same tick share a connection, so a slow one would delay the others.
    await setImmediate();
    return found;
  };
}

/** Records that a session was just used, and from which IP address. Does so at most once a minute. */
export async function touchSession(db: Database, tokenHash: Buffer, address: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, address })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '<', secondsFromNow(-touchSeconds))
    .execute();
}

/**
 * Records that connected browsers are using their sessions, and returns which sessions are still valid. Without this, a tab in the
 * background, which makes no requests, would lose its session. `tokenHashes` identifies the sessions. The result contains the hashes of the
 * valid sessions' tokens, in Base64.
 */
export async function keepSessionsAlive(
  db: Database,
  tokenHashes: readonly Buffer[],
  idleSeconds: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    WITH live AS (
      SELECT s.token_hash FROM sessions s JOIN users u ON u.id = s.user_id AND u.is_active
      WHERE s.token_hash = ANY(${[...tokenHashes]}::bytea[])
        AND s.expires_at > ${now} AND s.last_used_at > ${secondsFromNow(-idleSeconds)}
    ), due AS (
      -- Skips sessions that a request or another process is updating, because waiting for each other could end in a deadlock.
      SELECT s.token_hash FROM sessions s JOIN live USING (token_hash)
      WHERE s.last_used_at < ${secondsFromNow(-touchSeconds)} FOR NO KEY UPDATE OF s SKIP LOCKED
    ), touched AS (
      UPDATE sessions s SET last_used_at = ${now} FROM due WHERE s.token_hash = due.token_hash
    )
    SELECT token_hash FROM live`.execute(db);
  return new Set(rows.map(({ token_hash }) => token_hash.toString('base64')));
}

/** A connected agent, and the agent process that opened the connection, if known. */
export type ConnectedAgent = { agentId: number; processId: string | null };

/**
 * Extends the online status of connected agents and returns the IDs of tokens that are still valid. Doesn't bring offline agents online,
 * because only a sync does that. Before a sync, another process may be using the token, or the agent may have shut down.
 */
export async function keepAgentsOnline(db: Database, agents: readonly ConnectedAgent[]): Promise<Set<number>> {
  const ids = agents.map(({ agentId }) => agentId);
  const { rows } = await sql<{ id: number }>`
    WITH kept AS (
      UPDATE agent_tokens t SET last_seen_at = statement_timestamp()
      FROM unnest(${ids}::bigint[], ${agents.map(({ processId }) => processId)}::uuid[]) AS connected (id, process_id)
      WHERE t.id = connected.id AND t.process_id = connected.process_id AND t.last_seen_at > ${secondsFromNow(-onlineSeconds)}
    )
    SELECT t.id FROM agent_tokens t JOIN users u ON u.id = t.user_id AND u.is_active WHERE t.id = ANY(${ids}::bigint[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks a user's row until the end of the transaction, so that concurrent transactions together can't exceed one of the user's limits. */
export async function lockUserRow(transaction: Transaction, userId: number): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

export async function findPersonById(db: Database, id: number): Promise<Person | undefined> {
  const { rows } = await sql<Person>`SELECT ${selectedPerson} FROM users u WHERE u.id = ${id}`.execute(db);
  return rows[0];
}

/** A row with an agent and its user. It has the columns in `agentColumns`. */
export type FoundAgent = Person & { agent_id: number; agent_name: string; installation_id: string | null };

/** The columns of a `FoundAgent`, from `agent_tokens` as `t` and `users` as `u`. */
export const agentColumns = sql`${selectedPerson}, t.id AS agent_id, t.name AS agent_name, t.installation_id`;

export function signedInAgentOf({ agent_id, agent_name, installation_id, ...user }: FoundAgent): SignedInAgent {
  return { user, agent: { id: agent_id, name: agent_name, installationId: installation_id } };
}

/** Returns the user and the agent for an agent token, or undefined if the token was revoked or never existed. */
export async function findAgentByToken(db: Database, tokenHash: Buffer): Promise<SignedInAgent | undefined> {
  const { rows } = await sql<FoundAgent>`
    SELECT ${agentColumns} FROM agent_tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = ${tokenHash}`.execute(
    db,
  );
  const [row] = rows;
  return row === undefined ? undefined : signedInAgentOf(row);
}
