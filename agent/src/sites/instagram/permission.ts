import { accountOn } from './account.ts';
import { attemptOn, isEmptied, type Attempt } from './attempt.ts';
import { currentChat } from './outcome.ts';
import type { OldReport } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { isEndOf } from './thread.history.ts';

/**
 * Called when the text stands in the composer and nothing has left yet: asks whether sending is still wanted, and makes
 * a note that survives a crash. `tail` stands for the newest messages before ours, `account` for whom the page says is
 * signed in. Asked again where the answer has become old, or the conversation another.
 */
export type BeforeSend = (note: {
  tail: string[];
  account: string | null;
}) => Promise<{ maySend: true } | { maySend: false; reason: string; detail: string }>;

/** Messages that came in only now belong to what was there before ours. True when the note has to be made again. */
async function isChanged(site: SiteContext, attempt: Attempt): Promise<boolean> {
  const chat = await currentChat(site, attempt.handle);
  if (chat === null) return false;
  const now = attemptOn(chat, attempt.handle, attempt.text);
  if (isEndOf(now.tail, attempt.tail) || isEmptied(chat)) return false;
  const { tail, failedBefore, ownBefore, unsettledBefore, noticesBefore } = now;
  Object.assign(attempt, { tail, failedBefore, ownBefore, unsettledBefore, noticesBefore });
  return true;
}

/** Asks unless there is a yes that still counts. Answers the refusal; null: Enter may be pressed now. */
export async function askAgain(
  site: SiteContext,
  attempt: Attempt,
  ask: BeforeSend,
): Promise<Extract<OldReport, { outcome: 'released' }> | null> {
  // After Enter the newest message may be ours.
  const isOther = !attempt.hasPressed && (await isChanged(site, attempt));
  const ageMs = attempt.allowedAt === null ? null : Date.now() - attempt.allowedAt;
  const isGood = ageMs !== null && ageMs >= 0 && ageMs <= site.timing.permissionMs;
  if (isGood && !isOther) return null;
  const askedAt = Date.now();
  const answer = await ask({ tail: attempt.tail, account: await accountOn(site.page) });
  if (!answer.maySend) return { outcome: 'released', reason: answer.reason, detail: answer.detail };
  attempt.allowedAt = askedAt;
  return null;
}
