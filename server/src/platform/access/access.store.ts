import type { Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';
import type { Person, SignedInAgent } from './person.ts';

const personColumns = [
  'users.id',
  'users.username',
  'users.role',
  'users.pack',
  'users.subscription_end_date',
  'users.is_active',
  'users.created_at',
  'users.last_login',
] as const;

/** The user of a session; undefined when it ended or never existed. */
export function findPersonBySession(db: Database, tokenHash: Buffer): Promise<Person | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(personColumns)
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
}

export function findPersonById(db: Database, id: number): Promise<Person | undefined> {
  return db.selectFrom('users').select(personColumns).where('users.id', '=', id).executeTakeFirst();
}

/** The user of an agent token; undefined when it was revoked or never existed. */
export async function findAgentByToken(db: Database, tokenHash: Buffer): Promise<SignedInAgent | undefined> {
  const row = await db
    .selectFrom('agent_tokens')
    .innerJoin('users', 'users.id', 'agent_tokens.user_id')
    .select(personColumns)
    .select(['agent_tokens.id as agent_id', 'agent_tokens.name as agent_name', 'agent_tokens.installation_id'])
    .where('agent_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { agent_id, agent_name, installation_id, ...user } = row;
  return { user, agent: { id: agent_id, name: agent_name, installationId: installation_id } };
}
