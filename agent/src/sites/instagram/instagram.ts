import type { Page } from '../../browser/page.ts';
import { handleFrom } from './account.ts';
import { isOn, type Gate } from './address.ts';
import type { SendReport } from './report.ts';
import { sendMessage, type SendJob } from './sending.ts';
import { signIn, type Credentials, type SignInState } from './sign-in.ts';
import { createSilenceCount } from './silence.ts';
import { usualTiming, type SiteContext, type SiteTiming } from './site.context.ts';
import { countUnread, type UnreadCount } from './unread.ts';
import { verifyMessage, type VerifyJob } from './verification.ts';
import { Ended } from './report.ts';

export type { Gate } from './address.ts';
export type { Credentials, SignInState } from './sign-in.ts';
export type { SendReport } from './report.ts';
export type { SendJob } from './sending.ts';
export type { VerifyJob } from './verification.ts';

/** What the agent can do on the site, on a page of an account's own browser profile. */
export type Instagram = {
  send: (page: Page, job: SendJob) => Promise<SendReport>;
  verify: (page: Page, job: VerifyJob) => Promise<SendReport>;
  /** `username`: as whom the account should be signed in, where that is known. */
  signIn: (page: Page, username: string | null, credentials: Credentials | null) => Promise<SignInState>;
  /** Answers a sentence for the user where the figure cannot be had. `stops`: because Instagram objects to the account. */
  countUnread: (page: Page, username: string | null) => Promise<UnreadCount | { error: string; stops?: Gate | null }>;
  /** Shows the site, for the user to work in; where it is shown already, nothing is taken from under their hands. */
  show: (page: Page) => Promise<void>;
};

export type InstagramOptions = { base: string; timing?: SiteTiming; note?: (text: string) => void };

function uncounted({ report }: Ended): { error: string; stops: Gate | null } {
  const { reason, detail } = { reason: 'count_not_shown', detail: 'The page did not show it.', ...report };
  return { error: detail, stops: report.outcome === 'blocked' ? { reason, detail } : null };
}

export function createInstagram(options: InstagramOptions): Instagram {
  const on = (page: Page, username: string | null): SiteContext => ({
    page,
    base: options.base,
    account: handleFrom(username),
    timing: options.timing ?? usualTiming,
    note: options.note ?? (() => undefined),
  });
  const countSilence = createSilenceCount();
  return {
    send: async (page, job) => countSilence(job.username ?? page, await sendMessage(on(page, job.username), job)),
    verify: async (page, job) => countSilence(job.username ?? page, await verifyMessage(on(page, job.username), job)),
    signIn: (page, username, credentials) => signIn(on(page, username), credentials),
    countUnread: async (page, username) => {
      try {
        return await countUnread(on(page, username));
      } catch (error) {
        if (error instanceof Ended) return uncounted(error);
        throw error;
      }
    },
    show: async (page) => {
      if (!isOn(options.base, page.url())) await page.open(`${options.base}/`);
    },
  };
}
