import { invitationsMax } from '@sandpiper/contract/limits';
import type { Invitation } from '@sandpiper/contract/registration';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { cursorPageOf } from '../../platform/database/cursors.ts';
import type { Position } from '../../platform/database/cursors.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { publicLink } from '../mail/outgoing-mail.service.ts';
import {
  countInvitations,
  deleteExpiredInvitations,
  deleteInvitation,
  insertInvitation,
  listInvitations,
} from './invitations.store.ts';

/** Returns a page of invitations, newest first, with the cursors of the previous and next pages. */
export async function pageOfInvitations(app: App, { before, after, limit }: Position & { limit: number }) {
  const position = { before, after };
  const found = await listInvitations(app.db, position, limit + 1);
  const { rows, ...beside } = cursorPageOf(found, { ...position, limit });
  return { invitations: rows, ...beside };
}

type Asked = { note: string; days: number; max_uses: number };

/** Creates an invitation. Only the token's hash is stored, so the token can't be shown again. */
export async function createInvitation(
  app: App,
  by: Requester,
  asked: Asked,
): Promise<{ invitation: Invitation; token: string; link: string | null }> {
  const token = newToken('invitation');
  const creator = { created_by: by.user.username, creator_id: by.user.id };
  const values = { ...asked, ...creator, token_hash: hashToken(token) };
  const invitation = await change(app, async (change) => {
    if ((await countInvitations(change.transaction)) >= invitationsMax) {
      throw new AppError(
        'invalid_state',
        `There are already ${invitationsMax} invitations. Revoke some that are no longer needed.`,
      );
    }
    const made = await insertInvitation(change.transaction, values);
    const detail = { max_uses: made.max_uses, expires_at: made.expires_at };
    await recordActOf(change, by, { action: 'invitation_created', userId: null, subject: subjectOf(made.id), detail });
    return made;
  });
  const link = app.config.publicUrl === null ? null : publicLink(app, `/register?invitation=${token}`);
  return { invitation, token, link };
}

export async function revokeInvitation(app: App, by: Requester, id: number): Promise<void> {
  await change(app, async (change) => {
    if (!(await deleteInvitation(change.transaction, id))) throw notFound('Invitation');
    await recordActOf(change, by, { action: 'invitation_revoked', userId: null, subject: subjectOf(id) });
  });
}

/** Identifies an invitation in the audit log by its ID only. The note may name a person, and audit events outlive the invitation. */
function subjectOf(id: number): string {
  return `invitation ${id}`;
}

const keptDays = 30;

/** Deletes invitations that expired more than 30 days ago. The periodic sweep calls this function. */
export function dropOldInvitations(app: App): Promise<void> {
  return deleteExpiredInvitations(app.db, keptDays);
}
