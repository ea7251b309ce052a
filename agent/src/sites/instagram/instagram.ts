import type { OpenPage } from '@sandpiper/contract/account-requests';
import { reasonText } from '@sandpiper/contract/reasons';
import { isPageFailure, type Page } from '../../browser/page.ts';
import { messageOf } from '../../platform/errors.ts';
import { handleFrom } from './account/account.check.ts';
import { missingOwnProfile } from './account/own-profile.ts';
import type { StoredCredentials } from './account/login.form.ts';
import { signIn, type SignInState } from './account/sign-in.ts';
import type { UnreadCount } from './account/badge.ts';
import { countUnread } from './account/unread.ts';
import { isMessagesAddress, isOn } from './page/address.ts';
import type { PagePack } from './page/pack/page-pack.ts';
import { inboxPath } from './page-check/inbox.check.ts';
import { checkPages, type PageCheck } from './page-check/page.check.ts';
import { Ended, failed, requestReasonText, unknown, type SendReport, type Stop } from './report.ts';
import { checkMessage, type CheckJob } from './send/check.ts';
import { sendMessage, type SendJob } from './send/sending.ts';
import { defaultTiming, type SiteContext, type SiteTiming } from './site.context.ts';

export type { SignInState } from './account/sign-in.ts';
export type { SendReport, Stop } from './report.ts';
export type { CheckJob } from './send/check.ts';
export type { SendJob } from './send/sending.ts';

/** What the agent can do on Instagram, in a tab of the account's Firefox window. */
export type Instagram = {
  send: (page: Page, job: SendJob) => Promise<SendReport>;
  /** Checks whether a message was sent. Never sends a message itself. */
  check: (page: Page, job: CheckJob) => Promise<SendReport>;
  /** Checks whether Instagram's pages still contain what the agent needs. Never types or sends anything. */
  checkPages: (page: Page, username: string | null) => Promise<PageCheck>;
  /** Signs in, or finds out why that isn't possible. `username`: the account that should be signed in, or null if unknown. */
  signIn: (page: Page, username: string | null, credentials: StoredCredentials | null) => Promise<SignInState>;
  /** Counts the unread conversations. `error`: why they couldn't be counted, as text for the user. `stop`: why the account must stop. */
  countUnread: (page: Page, username: string | null) => Promise<UnreadCount | { error: string; stop?: Stop | null }>;
  /**
   * Opens the inbox for the user or, if `place` is null, Instagram's home page. Does nothing if the tab already shows messages or, if
   * `place` is null, any of Instagram's pages.
   */
  show: (page: Page, place: OpenPage | null) => Promise<void>;
};

export type InstagramOptions = {
  base: string;
  /** Returns the page pack in use. Each task keeps the pack that it started with. */
  pack: () => PagePack;
  timing?: SiteTiming;
  note?: (text: string) => void;
};

/**
 * If a step or a page failure ended the attempt early, returns the attempt's report. Rethrows other errors, such as a closed window.
 */
function earlyEnd(error: unknown, broken: (message: string) => SendReport): SendReport {
  if (error instanceof Ended) return error.report;
  if (isPageFailure(error)) return broken(messageOf(error));
  throw error;
}

function uncounted(error: unknown): { error: string; stop: Stop | null } {
  if (!(error instanceof Ended)) throw error;
  const { report } = error;
  const text = 'reason' in report ? requestReasonText(report.reason, report.detail) : reasonText('count_not_shown');
  return { error: text, stop: report.stop ?? null };
}

async function send(site: SiteContext, job: SendJob): Promise<SendReport> {
  const report = await sendMessage(site, job).catch((error: unknown) =>
    earlyEnd(error, (message) => failed('broken_off', message).report),
  );
  const isDoubted = job.doubtsNotFound && report.outcome === 'not_found';
  return isDoubted ? ((await missingOwnProfile(site)) ?? report) : report;
}

export function createInstagram(options: InstagramOptions): Instagram {
  const on = (page: Page, username: string | null): SiteContext => ({
    page,
    pack: options.pack(),
    base: options.base,
    account: handleFrom(username),
    timing: options.timing ?? defaultTiming,
    note: options.note ?? (() => undefined),
  });
  return {
    send: (page, job) => send(on(page, job.username), job),
    check: (page, job) =>
      checkMessage(on(page, job.username), job).catch((error: unknown) =>
        earlyEnd(error, (message) => unknown('history_not_shown', message)),
      ),
    checkPages: (page, username) => checkPages(on(page, username)),
    signIn: (page, username, credentials) => signIn(on(page, username), credentials),
    countUnread: (page, username) => countUnread(on(page, username)).catch(uncounted),
    show: async (page, place) => {
      const path = place === 'inbox' ? inboxPath : '/';
      const isShown = isOn(options.base, page.url()) && (place === null || isMessagesAddress(page.url()));
      if (!isShown) await page.open(`${options.base}${path}`);
    },
  };
}
