import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { AttemptLimit } from '../../platform/http/attempt-limit.ts';
import { networkOf } from '../../platform/http/network.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { mailboxKey } from '../../platform/mail/mailbox-key.ts';
import { recordAudit, userActor } from '../audit/audit.service.ts';
import type { AuditSource } from '../audit/audit.service.ts';
import { replacePassword } from '../auth/password.service.ts';
import { canMail, deleteMails, publicLink, queueMail } from '../mail/outgoing-mail.service.ts';
import { notifySecurityChange } from '../notices/notices.service.ts';
import { resetLetter } from './reset-letter.ts';
import { findResetOwner, listOwnersOf, takeResetLink, upsertResetLink } from './reset-links.store.ts';

const hour = 3600;
const quarterHour = 15 * 60;

export type ResetLimits = { byAddress: AttemptLimit; byNetwork: AttemptLimit; tokens: AttemptLimit };

/** Creates the rate limits that keep anyone from flooding someone's mailbox with reset links, or from guessing tokens. */
export function createResetLimits(app: App): ResetLimits {
  return {
    byAddress: new AttemptLimit(app, { name: 'password resets to an address', limit: 5, windowSeconds: hour }),
    byNetwork: new AttemptLimit(app, { name: 'password resets', limit: 30, windowSeconds: hour }),
    tokens: new AttemptLimit(app, { name: 'password reset links', limit: 50, windowSeconds: quarterHour }),
  };
}

const tooMany = 'Too many attempts.';

type Asked = { address: string; request: AuditSource };

/** Counts a password reset request against the limits, whether or not any user has this address. */
export async function countResetRequest(app: App, limits: ResetLimits, { address, request }: Asked): Promise<void> {
  if (!canMail(app))
    throw new AppError('invalid_state', "This server doesn't send email. Ask an administrator for help.");
  await limits.byNetwork.take(networkOf(request.ip), tooMany);
  await limits.byAddress.take(mailboxKey(address), tooMany);
}

/** The reset links that each server is still emailing in the background. */
const underWay = new WeakMap<App, Set<Promise<void>>>();

/** Emails reset links in the background. */
export function beginMailing(app: App, asked: Asked): void {
  const works = underWay.get(app) ?? new Set();
  underWay.set(app, works);
  const work = mailResetLinks(app, asked)
    .catch((err: unknown) => app.log.error({ err }, 'password reset links could not be emailed'))
    .finally(() => works.delete(work));
  works.add(work);
}

/** Waits for the background work of {@link beginMailing}. */
export async function resetsToEnd(app: App): Promise<void> {
  const works = underWay.get(app);
  if (works !== undefined) await Promise.all(works);
}

/** Emails a reset link to each active user who has confirmed the address. */
async function mailResetLinks(app: App, { address, request }: Asked): Promise<void> {
  for (const owner of await listOwnersOf(app.db, address)) {
    const token = newToken('reset');
    await change(app, async (change) => {
      await deleteMails(change.transaction, owner.id, ['reset_password']);
      await upsertResetLink(change.transaction, owner.id, hashToken(token));
      const letter = resetLetter(owner.username, publicLink(app, `/reset-password?token=${token}`));
      await queueMail(change, owner.id, { purpose: 'reset_password', to: owner.address, ...letter });
      await recordAudit(change, {
        action: 'password_reset_requested',
        userId: owner.id,
        by: { kind: 'visitor' },
        request,
      });
    });
  }
}

type Reset = { token: string; new_password: string; request: AuditSource };

/** Sets the password of the user who was emailed the token and ends all of that user's access. Throws if the token no longer works. */
export async function resetPassword(
  app: App,
  limits: ResetLimits,
  { token, new_password, request }: Reset,
): Promise<void> {
  await limits.tokens.take(networkOf(request.ip), tooMany);
  const tokenHash = hashToken(token);
  const owner = await findResetOwner(app.db, tokenHash);
  if (owner === undefined) throw expired();
  const password_hash = await hashPassword(new_password);
  await change(app, async (change) => {
    if (!(await takeResetLink(change.transaction, tokenHash))) throw expired();
    await replacePassword(change, owner.id, password_hash);
    await recordAudit(change, { action: 'password_reset', userId: owner.id, by: userActor(owner), request });
    await notifySecurityChange(change, owner.id, { what: 'password_reset', address: request.ip });
  });
}

function expired(): AppError {
  const text = 'This link has already been used, has expired, or has been replaced by a newer one. Request a new one.';
  return new AppError('expired_code', text);
}
