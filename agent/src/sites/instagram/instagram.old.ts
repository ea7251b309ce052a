import { PageError, type Page } from '../../browser/page.ts';
import { messageOf } from '../../platform/errors.ts';
import { handleFrom } from './account.ts';
import { isOn, type Gate } from './address.ts';
import { missingOwnProfile } from './own-profile.ts';
import type { OldReport } from './report.ts';
import { sendMessage, type SendJob } from './sending.ts';
import { signIn, type Credentials, type SignInState } from './sign-in.ts';
import { createSilenceCount } from './silence.ts';
import { createStrangenessCount } from './strangeness.ts';
import { usualTiming, type SiteContext, type SiteTiming } from './site.context.ts';
import { countUnread, type UnreadCount } from './unread.ts';
import { verifyMessage, type VerifyJob } from './verification.ts';
import { Ended } from './report.ts';

export type { Gate } from './address.ts';
export type { Credentials, SignInState } from './sign-in.ts';
export type { OldReport } from './report.ts';
export type { SendJob } from './sending.ts';
export type { VerifyJob } from './verification.ts';

/** What the agent can do on the site, on a page of an account's own browser profile. */
export type Instagram = {
  send: (page: Page, job: SendJob) => Promise<OldReport>;
  verify: (page: Page, job: VerifyJob) => Promise<OldReport>;
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

type Judge = (site: SiteContext, job: SendJob | VerifyJob, report: OldReport) => Promise<OldReport>;

/** Looks at how one attempt after the other ended, and stops the account where each for itself would not. */
function createJudge(): Judge {
  const countSilence = createSilenceCount();
  const strangeness = createStrangenessCount();
  return async (site, { profileId, recipient }, report) => {
    const judged = strangeness.judge(profileId, recipient, countSilence(profileId, report));
    if (!strangeness.isDoubtful(profileId, judged)) return judged;
    const stop = await missingOwnProfile(site);
    return stop === null ? judged : { outcome: 'blocked', ...stop };
  };
}

/** A page that breaks off ends the attempt as well; null: the error is not about the page, or its window was closed. */
function brokenReport(outcome: 'failed' | 'unknown', error: unknown): OldReport | null {
  if (!(error instanceof PageError) || error.kind === 'closed') return null;
  const ended = { reason: 'broken_off', detail: `The page broke off (${messageOf(error)}).` };
  return outcome === 'failed' ? { outcome, ...ended, isRetryable: true } : { outcome, ...ended };
}

export function createInstagram(options: InstagramOptions): Instagram {
  const on = (page: Page, username: string | null): SiteContext => ({
    page,
    base: options.base,
    account: handleFrom(username),
    timing: options.timing ?? usualTiming,
    note: options.note ?? (() => undefined),
  });
  const judge = createJudge();
  const judged = async (
    site: SiteContext,
    job: SendJob | VerifyJob,
    attempt: Promise<OldReport>,
    whenBroken: 'failed' | 'unknown',
  ): Promise<OldReport> => {
    try {
      return await judge(site, job, await attempt);
    } catch (error) {
      const report = brokenReport(whenBroken, error);
      const end = report === null ? null : await judge(site, job, report);
      if (end === null || end === report) throw error;
      return end;
    }
  };
  return {
    send: (page, job) => {
      const site = on(page, job.username);
      return judged(site, job, sendMessage(site, job), 'failed');
    },
    verify: (page, job) => {
      const site = on(page, job.username);
      return judged(site, job, verifyMessage(site, job), 'unknown');
    },
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
