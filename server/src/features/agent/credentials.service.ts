import type { SignedInAgent } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { accountPassword } from '../../platform/secrets/sealed-owners.ts';
import { openForCall } from '../../platform/secrets/secret-box.ts';
import { hasSignInRequest } from '../agent-requests/agent-requests.service.ts';
import { agentActor, recordAudit } from '../audit/audit.service.ts';
import type { AuditSource } from '../audit/audit.service.ts';
import { hasLease } from '../deliveries/claiming.service.ts';
import { findCredentials } from './credentials.store.ts';

const unreadable =
  "The server can't read the stored password because its encryption key is missing. Enter the password again.";

type Asking = Pick<SignedInAgent, 'user' | 'agent'> & { request: AuditSource };

/**
 * Returns the username and password that the user stored for Instagram's sign-in form. Only an agent on the account's own computer
 * gets them, and it gets the password only while it has a claim for the account, or a request to sign in or to check for unread
 * messages. Each release of a password is recorded in the audit log.
 */
export function credentialsOf(app: App, { user, agent, request }: Asking, profileId: number) {
  return change(app, async (change) => {
    const row = await findCredentials(change.transaction, user.id, profileId);
    if (row === undefined) throw notFound('Account');
    const { insta_username, insta_password_sealed: sealed, installation_id: installationId } = row;
    if (installationId === null || installationId !== agent.installationId) {
      throw new AppError('forbidden', "This account isn't on this computer.");
    }
    if (sealed === null) return { insta_username, insta_password: null };
    const work = { userId: user.id, profileId, installationId, agentTokenId: agent.id };
    const isAtWork = (await hasLease(change.transaction, work)) || (await hasSignInRequest(change.transaction, work));
    if (!isAtWork) throw new AppError('forbidden', "The agent isn't using this account right now.");
    await recordAudit(change, {
      action: 'instagram_password_released',
      userId: user.id,
      by: agentActor(agent),
      request,
      subject: `account ${profileId}`,
      detail: { insta_username },
    });
    const owner = accountPassword(user.id, profileId);
    return { insta_username, insta_password: openForCall(app, { sealed, owner }, unreadable) };
  });
}
