import type { Session } from '@sandpiper/contract/sessions';
import { sessionIdleSeconds } from '../../platform/access/access.service.ts';
import type { Person, SignedIn } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { revokeAgentTokensOf } from '../agent-tokens/agent-tokens.service.ts';
import { dropExpiredResetLinks, endResetLinkOf } from '../password-reset/reset-links.service.ts';
import { dropExpiredSecondFactors, endSecondFactorOf } from '../two-factor/second-factor.service.ts';
import { deleteEndedSessions, deleteSession, deleteSessionsOf, insertSession, listSessions } from './sessions.store.ts';

/** Where a sign-in comes from. */
export type Origin = { address: string; browser: string | null };

export type Checked = {
  id: number;
  /** The hash that the password was checked against. */
  password_hash: string;
};

/** Opens a session; returns its token and the user. */
export async function openSession(
  { app, transaction }: Change,
  user: Checked,
  origin: Origin,
): Promise<{ token: string; person: Person }> {
  const token = newToken('session');
  const person = await insertSession(transaction, {
    userId: user.id,
    passwordHash: user.password_hash,
    tokenHash: hashToken(token),
    maxSeconds: app.config.sessionMaxHours * 3600,
    ...origin,
  });
  if (person === undefined) throw wrongCredentials();
  return { token, person };
}

export function wrongCredentials(): AppError {
  return new AppError('invalid_credentials', 'The username or password is incorrect.');
}

export async function listSessionsOf(app: App, { user, session }: SignedIn): Promise<{ sessions: Session[] }> {
  const idleSeconds = sessionIdleSeconds(app.config);
  return { sessions: await listSessions(app.db, user.id, { currentId: session.id, idleSeconds }) };
}

/** Ends one session of a user. Its browser is told the reason. */
export async function endSession(app: App, userId: number, id: number, reason: string): Promise<void> {
  const tokenHash = await deleteSession(app.db, userId, id);
  if (tokenHash === undefined) throw notFound('Session');
  app.events.endSession(tokenHash, reason);
}

const endedElsewhere = 'This session was ended from another browser.';

export async function endOwnSession(app: App, { user, session }: SignedIn, id: number): Promise<void> {
  await endSession(app, user.id, id, id === session.id ? 'You signed out.' : endedElsewhere);
}

/** Ends every session of a user but this one and, when asked to, revokes all agent tokens. */
export function endOthers(app: App, { user, session }: SignedIn, { computers }: { computers: boolean }) {
  return change(app, async (change) => {
    const options = { userId: user.id, exceptId: session.id, reason: endedElsewhere };
    const ended_sessions = await endSessionsOf(change, options);
    const revoked_computers = computers ? await revokeAgentTokensOf(change, user.id) : 0;
    return { ended_sessions, revoked_computers };
  });
}

type Ending = { userId: number; /** Stays; null: none does. */ exceptId: number | null; reason: string };

/** Ends a user's sessions and, after the commit, signs their browsers out. Returns how many ended. */
export async function endSessionsOf(
  { app, transaction, afterCommit }: Change,
  { userId, exceptId, reason }: Ending,
): Promise<number> {
  const ended = await deleteSessionsOf(transaction, userId, exceptId);
  afterCommit(() => {
    if (exceptId === null) app.events.endSessionsOf(userId, reason);
    else for (const tokenHash of ended) app.events.endSession(tokenHash, reason);
  });
  return ended.length;
}

/**
 * Ends all access of a user: sessions, agents, pairings that no agent has collected yet, sign-ins that wait for a code,
 * remembered browsers, and links that set a new password.
 */
export async function endAccessOf(change: Change, ending: Ending): Promise<void> {
  await endSessionsOf(change, ending);
  await revokeAgentTokensOf(change, ending.userId);
  await endSecondFactorOf(change.transaction, ending.userId);
  await endResetLinkOf(change.transaction, ending.userId);
}

/** Removes what has reached a limit: sessions, and the other ways to sign in. Nothing accepts them anyway. */
export async function dropEndedSessions(app: App): Promise<void> {
  await deleteEndedSessions(app.db, sessionIdleSeconds(app.config));
  await dropExpiredSecondFactors(app);
  await dropExpiredResetLinks(app);
}
