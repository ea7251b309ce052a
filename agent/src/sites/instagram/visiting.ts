import { PageError } from '../../browser/page.ts';
import { poll, sleep } from '../../platform/clock.ts';
import { messageOf } from '../../platform/errors.ts';
import { isLoginAddress, isSaveLoginAddress, signedOut } from './address.ts';
import { gateOn, unsupportedLanguage } from './gates.ts';
import { click } from './pointer.ts';
import { look, type PageView } from './page.view.ts';
import { clearPrompts, type IsOwn } from './prompts.ts';
import { blockedBy, Ended, failed, isSupported, textsFor } from './report.ts';
import type { SiteContext } from './site.context.ts';

const tries = 3;

type Problem = { said: string; isNetwork: boolean };

/** What Firefox says where the connection is to blame, and not the site that was asked. */
const networkErrors =
  /NS_ERROR_(UNKNOWN_HOST|UNKNOWN_PROXY_HOST|NET_|CONNECTION_|PROXY_|OFFLINE|DNS_)|(SSL|SEC|PKIX)_ERROR|neterror|timeout|timed out/iu;

/** The site itself turns this account away. */
function refuseStatus(status: number | null): void {
  if (status === 429) {
    throw blockedBy({
      reason: 'rate_limited',
      detail: 'Instagram answers that this account asked for too much (429). Let it rest before you go on.',
    });
  }
  if (status === 403) {
    throw blockedBy({
      reason: 'page_refused',
      detail: 'Instagram refuses to show its pages to this account (403). Open the account and look.',
    });
  }
}

async function openOnce(site: SiteContext, address: string): Promise<Problem | null> {
  try {
    const status = await site.page.open(address, { timeoutMs: site.timing.stepMs * 2 });
    refuseStatus(status);
    return status !== null && status >= 500 ? { said: `the page answered ${status}`, isNetwork: false } : null;
  } catch (error) {
    if (!(error instanceof PageError) || error.kind === 'closed') throw error;
    const said = messageOf(error);
    return { said, isNetwork: networkErrors.test(said) };
  }
}

function notOpened({ said, isNetwork }: Problem): Ended {
  if (!isNetwork) return failed('page_failed', `Instagram's page did not open (${said}).`, true);
  const detail = `Instagram cannot be reached from this computer (${said}). The agent tries again in a while.`;
  return new Ended({ outcome: 'released', reason: 'network', detail });
}

/** Opens a page; pages that fail for the moment are tried again before it counts as a failure. */
export async function visit(site: SiteContext, path: string): Promise<void> {
  let problem: Problem = { said: 'no answer', isNetwork: false };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    if (attempt > 1) await sleep(500 * attempt);
    const found = await openOnce(site, site.base + path);
    if (found === null) return;
    problem = found;
    site.note(`${path} did not open: ${problem.said}`);
  }
  throw notOpened(problem);
}

/** Throws when the account may not go on here, or the page is in a language the agent does not know. */
export function refuseGates(view: PageView): void {
  const gate = gateOn(view);
  if (gate !== null) throw blockedBy(gate);
  const isOut = isLoginAddress(view.url) || view.login.hasPassword || (view.login.canBegin && !view.hasInboxLink);
  if (isOut) throw blockedBy(signedOut);
  if (view.hasInboxLink && !isSupported(view.language)) {
    throw blockedBy(unsupportedLanguage(view.language));
  }
}

/** Takes away prompts, and the page that asks to keep the sign-in. True when the page must be looked at again. */
export async function clearWay(site: SiteContext, view: PageView, isOwn?: IsOwn): Promise<boolean> {
  if (isSaveLoginAddress(view.url)) {
    await click(site.page, { kind: 'page_button', names: textsFor(view.language).notNow });
    return true;
  }
  return clearPrompts(site, view, isOwn);
}

/**
 * Looks at the page, clears the way and asks `step`, until `step` answers something; null when the time is over.
 * `step` may act on the page and answer null to be asked again.
 */
export function stepThrough<T>(
  site: SiteContext,
  step: (view: PageView) => Promise<T | null>,
  options: { timeoutMs?: number; isOwn?: IsOwn } = {},
): Promise<T | null> {
  return poll(
    async () => {
      const view = await look(site.page);
      if (view === null || !view.isReady) return null;
      refuseGates(view);
      if (await clearWay(site, view, options.isOwn)) return null;
      return step(view);
    },
    { timeoutMs: options.timeoutMs ?? site.timing.stepMs, intervalMs: 120 },
  );
}
