import type { SessionUser } from '@sandpiper/contract/auth';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { recordActOf, recordAudit } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { notifySecurityChange } from '../notices/notices.service.ts';
import { useCode, wrongCode } from '../two-factor/codes.service.ts';
import type { CodeLimit, UsedCode } from '../two-factor/codes.service.ts';
import {
  challengedUser,
  closeChallenge,
  lockChallengedUser,
  rememberBrowser,
} from '../two-factor/second-factor.service.ts';
import { beginSession, sessionUserOf, sourceOf } from './auth.service.ts';
import type { Origin } from './sessions.service.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

export type SecondStep = {
  app: App;
  limits: SignInLimits;
  codes: CodeLimit;
  origin: Origin;
};

type Answer = { challenge: string; code: string; remember: boolean };

type Finished = {
  token: string;
  user: SessionUser;
  remembered_browser: string | null;
  recovery_codes_left: number | null;
};

/** Opens a session for a user whose password was correct. Throws if the two-factor code is wrong or the challenge has expired. */
export async function finishSignIn(step: SecondStep, answer: Answer): Promise<Finished> {
  const { app, limits, codes, origin } = step;
  const challenged = await challengedUser(app, answer.challenge);
  if (challenged === undefined) throw expired();
  const attempt = await codes.begin(challenged.id);
  const passwordAttempt = await limits.resume(origin.address, challenged.username);
  const result = await change(app, (change) => finish(change, step, answer));
  if (result instanceof AppError) throw result;
  await attempt.succeeded();
  await passwordAttempt.succeeded();
  return result;
}

function expired(): AppError {
  return new AppError('expired_code', 'This sign-in has expired. Enter your password again.');
}

/** Finishes the sign-in. Returns a refusal instead of throwing it, because a rollback would lose the audit event. */
async function finish(change: Change, { app, origin }: SecondStep, answer: Answer): Promise<Finished | AppError> {
  const { transaction } = change;
  const request = sourceOf(origin);
  const user = await lockChallengedUser(transaction, answer.challenge);
  if (user === undefined) return expired();
  const used = await useCode(change, user.id, answer.code);
  if (used === null) {
    await recordAudit(change, { action: 'two_factor_refused', userId: user.id, by: { kind: 'visitor' }, request });
    return wrongCode();
  }
  await closeChallenge(transaction, answer.challenge);
  const { token, person } = await beginSession(change, user, origin);
  const by = { user, request };
  if (answer.remember) await recordActOf(change, by, { action: 'browser_remembered' });
  return {
    token,
    user: sessionUserOf(app.config, person),
    remembered_browser: answer.remember
      ? await rememberBrowser(change, user.id, { address: origin.address, browser: origin.browser })
      : null,
    recovery_codes_left: await notifyRecoveryCodeUsed(change, used, by),
  };
}

/** If a recovery code was used, records this, notifies the user and returns how many codes are left. Otherwise, returns null. */
async function notifyRecoveryCodeUsed(change: Change, used: UsedCode, by: Requester): Promise<number | null> {
  if (used.kind === 'app') return null;
  await recordActOf(change, by, { action: 'recovery_code_used', detail: { left: used.left } });
  await notifySecurityChange(change, by.user.id, { what: 'recovery_code_used', address: by.request.ip });
  return used.left;
}
