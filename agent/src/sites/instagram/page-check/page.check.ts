import { ifReadable, isPageFailure } from '../../../browser/page.ts';
import { accountOn } from '../account/account.check.ts';
import { isMissingPage } from '../page/page.view.ts';
import { Ended, stopped, type SendReport } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { missingInConversations } from './conversation.check.ts';
import { diagnosticReport } from './diagnostic-report.ts';
import { readPage } from './expected-page.ts';
import { readConversations } from './inbox.check.ts';

/**
 * `undecided`: something unrelated kept the check from finishing, such as an unknown dialog. If the problem persists, the next attempt to
 * send reports it. `ended`: the account must stop, or Instagram can't be reached. `drifted`: the pages have changed, and something that the
 * agent needs is missing.
 */
export type PageCheck =
  | { state: 'as_expected' | 'undecided' }
  | { state: 'ended'; report: SendReport }
  | { state: 'drifted'; missing: string; diagnostics: string | null };

type OnProfile = 'shown' | 'no_header' | 'no_name' | 'missing';

async function readOwnProfile(site: SiteContext, handle: string): Promise<OnProfile> {
  let last: OnProfile = 'no_header';
  const found = await readPage<OnProfile>(site, `/${handle}/`, (view) => {
    if (isMissingPage(view)) return 'missing';
    if (view.profile === null) last = 'no_header';
    else last = view.main.toLowerCase().includes(handle) ? 'shown' : 'no_name';
    return last === 'shown' ? last : null;
  });
  return found ?? last;
}

async function missingOnProfile(site: SiteContext, handle: string): Promise<string | null> {
  let found = await readOwnProfile(site, handle);
  // A missing profile stops the account, so the agent looks for it a second time before reporting it.
  if (found === 'missing') found = await readOwnProfile(site, handle);
  if (found === 'missing') throw stopped({ reason: 'own_profile_missing', detail: `@${handle}` });
  if (found === 'no_header') return "The account's own profile shows no header.";
  return found === 'no_name' ? "The account's own profile doesn't show its username." : null;
}

/** Describes the first thing that wasn't found. Returns null if everything was found. */
async function firstMissing(site: SiteContext): Promise<string | null> {
  const names = await readConversations(site);
  if (names === null) return 'The inbox shows no list of conversations.';
  const handle = site.account ?? (await accountOn(site));
  const missing = await missingInConversations(site, names);
  if (missing !== null) return missing;
  // Without a stored username, the agent may not know which profile is the account's own.
  return handle === null ? null : missingOnProfile(site, handle);
}

function isReportedNow({ report }: Ended): boolean {
  return (report.stop ?? null) !== null || report.outcome === 'released';
}

/**
 * Checks that the agent finds what it needs: the inbox, a conversation with its message box, and the account's own profile. Types
 * and sends nothing, and opens no conversation that may have unread messages.
 */
export async function checkPages(site: SiteContext): Promise<PageCheck> {
  try {
    const missing = await firstMissing(site);
    if (missing === null) return { state: 'as_expected' };
    site.note(`The check of Instagram's pages failed. ${missing}`);
    return { state: 'drifted', missing, diagnostics: await ifReadable(diagnosticReport(site, missing)) };
  } catch (error) {
    if (error instanceof Ended && isReportedNow(error)) return { state: 'ended', report: error.report };
    if (error instanceof Ended || isPageFailure(error)) return { state: 'undecided' };
    throw error;
  }
}
