import type { Computer } from '@sandpiper/contract/accounts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { notifyNewComputer } from '../notices/notices.service.ts';
import {
  deleteAgentToken,
  deleteAgentTokensOf,
  deletePairingsOf,
  findPresence,
  insertAgentToken,
  listComputers,
} from './agent-tokens.store.ts';

export { deleteExpiredPairings, listComputers } from './agent-tokens.store.ts';

/** Creates an agent token and returns it. Only the hash is stored, so the token can't be shown again. */
export function createAgentToken(app: App, by: Requester, name: string) {
  const { user, request } = by;
  const token = newToken('agent');
  return change(app, async (change) => {
    const row = await insertAgentToken(change.transaction, { user_id: user.id, name, token_hash: hashToken(token) });
    const facts = { subject: `agent token ${row.id}`, detail: { name } };
    await recordActOf(change, by, { action: 'agent_token_created', ...facts });
    await notifyNewComputer(change, user.id, { name, address: request.ip });
    return { ...row, token };
  });
}

/** Revokes a token and disconnects its agent immediately. */
export async function removeAgentToken(app: App, by: Requester, id: number): Promise<void> {
  const { user } = by;
  await change(app, async (change) => {
    const name = await deleteAgentToken(change.transaction, user.id, id);
    if (name === undefined) throw notFound('Agent token');
    const facts = { subject: `agent token ${id}`, detail: { name } };
    await recordActOf(change, by, { action: 'agent_token_revoked', ...facts });
    change.afterCommit(() => app.events.endAgent(id));
  });
  await announcePresence(app, user.id);
}

/**
 * Revokes all of a user's agent tokens and deletes approved pairings whose tokens haven't been collected yet. Disconnects the user's
 * agents after the commit, and tells the user's browsers. Returns the number of revoked tokens.
 */
export async function revokeAgentTokensOf({ app, transaction, afterCommit }: Change, userId: number): Promise<number> {
  await deletePairingsOf(transaction, userId);
  const revoked = await deleteAgentTokensOf(transaction, userId);
  afterCommit(() => {
    app.events.endAgentsOf(userId);
    app.events.toUser(userId, 'agent_presence', { online: false, is_paused: false });
  });
  return revoked;
}

/** Returns one of the user's computers. Throws a `not_found` error if the user has no such computer. */
export async function requireComputer(db: Database, userId: number, id: string): Promise<Computer> {
  const computer = (await listComputers(db, userId)).find((each) => each.id === id);
  if (computer === undefined) throw notFound('Computer');
  return computer;
}

/** Tells the user's browsers whether an agent is online, and whether all online agents are paused. */
export async function announcePresence(app: App, userId: number): Promise<void> {
  app.events.toUser(userId, 'agent_presence', await findPresence(app.db, userId));
}
