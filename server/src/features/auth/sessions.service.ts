import type { Session } from '@sandpiper/contract/sessions';
import { sessionIdleSeconds } from '../../platform/access/access.service.ts';
import type { Person, SignedIn } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { deleteExpiredPairings, revokeAgentTokensOf } from '../agent-tokens/agent-tokens.service.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { deleteExpiredResetLinks, endResetLinkOf } from '../password-reset/reset-links.service.ts';
import { dropExpiredSecondFactors, endSecondFactorOf } from '../two-factor/second-factor.service.ts';
import { forgetOldPlaces } from './known-sign-ins.store.ts';
import { deleteEndedSessions, deleteSession, deleteSessionsOf, insertSession, listSessions } from './sessions.store.ts';

/** The address, browser and request that a sign-in comes from. */
export type Origin = { address: string; browser: string | null; requestId: string };

export type Checked = {
  id: number;
  /** The hash that the password was checked against. */
  password_hash: string;
};

/**
 * Opens a session. Returns its token and the user. Throws if the password has changed since it was checked, or the user was
 * deactivated.
 */
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

const endedElsewhere = 'This session was ended from another browser.';

export type SessionCaller = SignedIn & Requester;

/** Ends one of the caller's sessions, possibly the current one, and tells that session's browser why. */
export async function endOwnSession(app: App, caller: SessionCaller, id: number): Promise<void> {
  const isThis = id === caller.session.id;
  await change(app, async (change) => {
    const tokenHash = await deleteSession(change.transaction, caller.user.id, id);
    if (tokenHash === undefined) throw notFound('Session');
    await recordActOf(
      change,
      caller,
      isThis ? { action: 'signed_out' } : { action: 'sessions_ended', detail: { sessions: 1 } },
    );
    change.afterCommit(() => app.events.endSession(tokenHash, isThis ? 'You signed out.' : endedElsewhere));
  });
}

/** Ends the caller's other sessions and, if requested, revokes the caller's agent tokens. */
export function endOthers(app: App, caller: SessionCaller, { computers }: { computers: boolean }) {
  const { user, session } = caller;
  return change(app, async (change) => {
    const options = { userId: user.id, exceptId: session.id, reason: endedElsewhere };
    const ended_sessions = await endSessionsOf(change, options);
    const revoked_computers = computers ? await revokeAgentTokensOf(change, user.id) : 0;
    const detail = { sessions: ended_sessions, computers: revoked_computers };
    await recordActOf(change, caller, { action: 'sessions_ended', detail });
    return { ended_sessions, revoked_computers };
  });
}

type Ending = {
  userId: number;
  /** The ID of the session to keep, or null to end all sessions. */
  exceptId: number | null;
  reason: string;
};

/** Ends a user's sessions and signs their browsers out after the commit. Returns how many sessions it ended. */
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
 * Ends all of a user's access: sessions, agents, approved pairings whose token hasn't been collected yet, sign-ins that still need a code,
 * remembered browsers, and password reset links. Keeps only the session `exceptId`, unless that is null.
 */
export async function endAccessOf(change: Change, ending: Ending): Promise<void> {
  await endSessionsOf(change, ending);
  await revokeAgentTokensOf(change, ending.userId);
  await endSecondFactorOf(change.transaction, ending.userId);
  await endResetLinkOf(change.transaction, ending.userId);
}

/**
 * Deletes expired sessions, two-factor challenges, remembered browsers, password reset links and pairings. Also forgets browsers and
 * networks with which users haven't signed in for a long time.
 */
export async function dropEndedSessions(app: App): Promise<void> {
  await deleteEndedSessions(app.db, sessionIdleSeconds(app.config));
  await dropExpiredSecondFactors(app);
  await deleteExpiredResetLinks(app.db);
  await deleteExpiredPairings(app.db);
  await forgetOldPlaces(app.db);
}
