import { isPageFailure } from '../../../browser/page.ts';
import { poll, sleep } from '../../../platform/clock.ts';
import { messageOf } from '../../../platform/errors.ts';
import { Ended, failed, stopped } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { stopOrLanguage, unexpectedDialog } from '../stop-reasons/dialog.stops.ts';
import { isBrokenPage } from '../stop-reasons/page.stops.ts';
import { settledStop } from '../stop-reasons/settled.stop.ts';
import { isSaveLoginAddress } from './address.ts';
import { stepFor, type DialogOptions } from './dialogs.ts';
import { look, type PageView } from './page.view.ts';
import { click } from './pointer.ts';

const tries = 3;

/** What kept a page from opening. `timeout`: nothing happened in time, because of the connection or because the tab hangs. */
type Problem = { said: string; cause: 'site' | 'network' | 'timeout' };

/** Matches Firefox's error messages for a failed connection, as opposed to errors from the site. */
const networkErrors =
  /NS_ERROR_(UNKNOWN_HOST|UNKNOWN_PROXY_HOST|NET_|CONNECTION_|PROXY_|OFFLINE|DNS_)|(SSL|SEC|PKIX)_ERROR|neterror/iu;

function causeOf(text: string): Problem['cause'] {
  if (networkErrors.test(text)) return 'network';
  return /timeout|timed out/iu.test(text) ? 'timeout' : 'site';
}

/** Matches the name of an error in Firefox's message. The rest of the message says which code in Firefox reported the error. */
const errorName = /\b(NS_ERROR|SSL_ERROR|SEC_ERROR|MOZILLA_PKIX_ERROR)_[A-Z0-9_]+/u;

async function openOnce(site: SiteContext, address: string): Promise<Problem | null> {
  try {
    const status = await site.page.open(address, { timeoutMs: site.timing.stepMs * 2 });
    const said = `HTTP ${status ?? ''}`;
    if (status === 429) throw stopped({ reason: 'rate_limited', detail: said });
    if (status === 403) throw failed('page_refused', said);
    return status !== null && status >= 500 ? { said, cause: 'site' } : null;
  } catch (error) {
    if (!isPageFailure(error)) throw error;
    const text = messageOf(error);
    return { said: errorName.exec(text)?.[0] ?? text, cause: causeOf(text) };
  }
}

/** Opens a page. Makes up to three attempts, unless Instagram refuses the request. Throws if no attempt succeeds. */
export async function openPage(site: SiteContext, path: string): Promise<void> {
  let problem: Problem = { said: '', cause: 'site' };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    if (attempt > 1) await sleep(500 * attempt);
    const found = await openOnce(site, site.base + path);
    if (found === null) return;
    problem = found;
    site.note(`Could not open ${path}: ${problem.said}`);
  }
  const { said: detail, cause } = problem;
  if (cause === 'site') throw failed('page_failed', detail);
  throw new Ended({ outcome: 'released', reason: 'network', detail, ...(cause === 'timeout' && { mayHang: true }) });
}

/**
 * Declines prompts, including the page that offers to save the login info. Returns true if there was a prompt, so that the page must be
 * read again. Throws if a dialog isn't recognized. Check first whether a dialog stops the account.
 */
export async function dismissPrompts(
  site: SiteContext,
  view: PageView,
  { isOwn, onPressed }: DialogOptions = {},
): Promise<boolean> {
  if (isSaveLoginAddress(view.url)) {
    const touch = await click(site, { kind: 'page_button', names: view.texts.notNow });
    // If the page pack has no label for the button in this language, leave the page, which declines the offer too.
    if (touch === 'missing' && view.texts.notNow.length === 0) await openPage(site, '/');
    return true;
  }
  for (const dialog of view.dialogs) {
    if (isOwn?.(dialog, view.texts) === true) continue;
    const step = stepFor(dialog, view.texts);
    if (step === 'unexpected') throw unexpectedDialog(dialog, view);
    if (typeof step === 'string' && step !== 'escape') continue;
    site.note(`Closing a prompt: "${dialog.text.slice(0, 100)}"`);
    if (step === 'escape') {
      await site.page.press('Escape');
      return true;
    }
    const touch = await click(site, { kind: 'dialog_button', dialogText: dialog.text, names: step.press });
    if (touch === 'done') onPressed?.(dialog, view.texts);
    return true;
  }
  return false;
}

/**
 * Creates a function that reopens a page if its text says that Instagram isn't working. Each URL is reopened only once. The
 * function returns true if the page must be read again.
 */
export function createBrokenPageReload(site: SiteContext): (view: PageView) => Promise<boolean> {
  const reloaded = new Set<string>();
  return async (view) => {
    if (reloaded.has(view.url) || !isBrokenPage(view)) return false;
    reloaded.add(view.url);
    const { pathname, search } = new URL(view.url);
    site.note(`Opening ${pathname} again: "${view.main.slice(0, 100)}"`);
    await openPage(site, pathname + search);
    return true;
  };
}

/**
 * Reads the page, dismisses prompts, and calls `step` until it returns a result. Returns null after the timeout, and throws if a
 * page or dialog stops the account or ends the attempt. `step` can act on the page and then return null to be called again.
 */
export function pollPage<T>(
  site: SiteContext,
  step: (view: PageView) => Promise<T | null>,
  options: DialogOptions & { timeoutMs?: number } = {},
): Promise<T | null> {
  const reloadBroken = createBrokenPageReload(site);
  return poll(
    async () => {
      const view = await look(site);
      if (view === null || !view.isReady) return null;
      const stop = stopOrLanguage(view);
      if (stop !== null) throw stopped(await settledStop(site, stop));
      if (await reloadBroken(view)) return null;
      if (await dismissPrompts(site, view, options)) return null;
      return step(view);
    },
    { timeoutMs: options.timeoutMs ?? site.timing.stepMs, intervalMs: 120 },
  );
}
