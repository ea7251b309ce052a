import { accountOn } from '../account/account.check.ts';
import { currentChat } from '../page/page.view.ts';
import { Ended, type SendReport } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { refreshBefore, type Attempt } from './message.attempt.ts';
import { compose } from './compose.ts';

export type GoAheadAnswer = { maySend: true } | { maySend: false; report: SendReport };

/**
 * Called when the text is in the composer, right before the agent presses Enter. Writes a note that survives a crash, then asks the server
 * for the go-ahead. `tail`: marks of the newest messages before the agent's. `account`: the signed-in account, or null if the page doesn't
 * show it.
 */
export type BeforeSend = (note: { tail: string[]; account: string | null }) => Promise<GoAheadAnswer>;

/**
 * If the first go-ahead is too old by the time the text is ready, the agent asks once more. If the second is too old as well, the page
 * blocks Enter.
 */
const maxGoAheads = 2;

/**
 * Asks the server for the go-ahead, and makes sure that the composer still contains the text. Throws an {@link Ended} if the message must
 * not be sent.
 */
export async function requestGoAhead(site: SiteContext, attempt: Attempt, ask: BeforeSend): Promise<void> {
  for (let asked = 0; asked < maxGoAheads; asked += 1) {
    const chat = await currentChat(site, attempt.handle);
    if (chat !== null) refreshBefore(attempt, chat);
    const account = await accountOn(site);
    const askedAt = Date.now();
    attempt.isNoted = true;
    const answer = await ask({ tail: attempt.before.tail, account });
    if (!answer.maySend) throw new Ended(answer.report);
    attempt.goAheadAt = askedAt;
    // A dialog may have covered the composer while the agent waited for the server.
    await compose(site, attempt, 0);
    const ageMs = Date.now() - askedAt;
    if (ageMs >= 0 && ageMs <= site.timing.goAheadMs) return;
  }
}
