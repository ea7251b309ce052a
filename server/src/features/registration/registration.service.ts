import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { isInvitationValid, takeInvitation } from './invitations.store.ts';
import { findRegistration, upsertRegistration } from './registration.store.ts';

/** Returns who may register: the administrators' setting or, if there is none, the environment variable `REGISTRATION`. */
export async function registrationOf(app: App, db: Database = app.db): Promise<RegistrationMode> {
  return (await findRegistration(db)) ?? app.config.registration;
}

const pagesStaleMs = 1000;

/**
 * Creates a function that returns who may register, for use while serving pages. Page requests aren't rate-limited, so the function queries
 * the database at most once a second. While the database is unavailable, it returns the value that it last read or, if it has read none
 * yet, the value of `REGISTRATION`.
 */
export function createRegistrationReader(app: App): () => Promise<RegistrationMode> {
  let mode = app.config.registration;
  let askedAt = -Infinity;
  return async () => {
    if (performance.now() - askedAt < pagesStaleMs) return mode;
    askedAt = performance.now();
    mode = await registrationOf(app).catch(() => mode);
    return mode;
  };
}

export async function setRegistration(app: App, by: Requester, mode: RegistrationMode): Promise<void> {
  await change(app, async (change) => {
    const from = { registration: await registrationOf(app, change.transaction) };
    await upsertRegistration(change.transaction, mode);
    const changed = { from, to: { registration: mode } };
    await recordActOf(change, by, { action: 'registration_changed', userId: null, changed });
  });
}

const refused = {
  closed: 'Registration is closed on this server. Ask an administrator for a user account.',
  missing: 'You need an invitation to register on this server. Ask an administrator for one.',
  ended:
    'This invitation has expired, has been used up or revoked, or its creator is no longer an administrator. Ask for a new one.',
};

function refusal(text: string): AppError {
  return new AppError('registration_refused', text);
}

/** Checks whether a person with this invitation may register now. If registration is open, no invitation is needed. */
export async function isInvited(app: App, invitation: string): Promise<boolean> {
  const mode = await registrationOf(app);
  return mode === 'open' || (mode === 'invitation' && (await isInvitationValid(app.db, hashToken(invitation))));
}

/**
 * Throws `registration_refused` if the person isn't allowed to register. Call this function before the password is hashed, because hashing
 * is expensive.
 */
export async function requireOpenFor(app: App, invitation: string | undefined): Promise<void> {
  const mode = await registrationOf(app);
  if (mode === 'open') return;
  if (mode === 'closed') throw refusal(refused.closed);
  if (invitation === undefined || invitation === '') throw refusal(refused.missing);
  if (!(await isInvitationValid(app.db, hashToken(invitation)))) throw refusal(refused.ended);
}

/**
 * If an invitation is needed, counts one use of it in the transaction that creates the user. Returns the invitation's ID, or null
 * if no invitation was needed. Throws `registration_refused` if the person isn't allowed to register anymore.
 */
export async function admit({ app, transaction }: Change, invitation = ''): Promise<number | null> {
  const mode = await registrationOf(app, transaction);
  if (mode === 'open') return null;
  if (mode === 'closed') throw refusal(refused.closed);
  const id = await takeInvitation(transaction, hashToken(invitation));
  if (id === undefined) throw refusal(refused.ended);
  return id;
}
