import type { App } from '../../platform/app-context.ts';
import type { Change } from '../../platform/change.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import {
  deleteAgentToken,
  deleteAgentTokensOf,
  deletePairingsOf,
  findPresence,
  insertAgentToken,
  listComputers,
  onlineSeconds,
} from './agent-tokens.store.ts';

/** Creates an agent token. Only this answer ever contains it. */
export async function createAgentToken(app: App, userId: number, name: string) {
  const token = newToken('agent');
  const row = await insertAgentToken(app.db, { user_id: userId, name, token_hash: hashToken(token) });
  return { ...row, token };
}

/** Revokes a token and disconnects its agent at once. */
export async function removeAgentToken(app: App, userId: number, id: number): Promise<void> {
  if (!(await deleteAgentToken(app.db, userId, id))) throw notFound('Agent token');
  app.events.endAgent(id);
  await announcePresence(app, userId);
}

/** Revokes all of a user's tokens, with pairings that were approved but not collected yet, and disconnects their agents. */
export async function revokeAgentTokensOf({ app, transaction, afterCommit }: Change, userId: number): Promise<number> {
  await deletePairingsOf(transaction, userId);
  const revoked = await deleteAgentTokensOf(transaction, userId);
  afterCommit(() => app.events.endAgentsOf(userId));
  return revoked;
}

export { listComputers, onlineSeconds };

/** Tells the user's browsers whether an agent is online. */
export async function announcePresence(app: App, userId: number): Promise<void> {
  app.events.toUser(userId, 'agent_presence', await findPresence(app.db, userId));
}
