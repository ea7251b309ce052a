import { accountOn } from '../account/account.check.ts';
import { currentChat } from '../page/page.view.ts';
import { Ended, type SendReport } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { refreshBefore, type Attempt } from './attempt.ts';
import { compose } from './compose.ts';

export type Permission = { maySend: true } | { maySend: false; report: SendReport };

/**
 * Called when the text stands in the composer and Enter comes next: makes a note that survives a crash, and asks whether
 * sending is still wanted. `tail` stands for the newest messages before ours, `account` for whom the page says is signed in.
 */
export type BeforeSend = (note: { tail: string[]; account: string | null }) => Promise<Permission>;

/** Asked once, and once again if the answer got old. The page refuses an Enter that still comes too late. */
const mostQuestions = 2;

/** Throws the answer if it is a no. After a yes the text stands ready for Enter. */
export async function askToSend(site: SiteContext, attempt: Attempt, ask: BeforeSend): Promise<void> {
  for (let asked = 0; asked < mostQuestions; asked += 1) {
    const chat = await currentChat(site.page, attempt.handle);
    if (chat !== null) refreshBefore(attempt, chat);
    const account = await accountOn(site.page);
    const askedAt = Date.now();
    attempt.isNoted = true;
    const answer = await ask({ tail: attempt.before.tail, account });
    if (!answer.maySend) throw new Ended(answer.report);
    attempt.allowedAt = askedAt;
    // Something may have come up over the composer while the answer was waited for.
    await compose(site, attempt, 0);
    const ageMs = Date.now() - askedAt;
    if (ageMs >= 0 && ageMs <= site.timing.permissionMs) return;
  }
}
