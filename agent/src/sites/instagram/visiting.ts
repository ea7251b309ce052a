import { PageError } from '../../browser/page.ts';
import { poll, sleep } from '../../platform/clock.ts';
import { messageOf } from '../../platform/errors.ts';
import { isLoginAddress, isSaveLoginAddress, signedOut } from './address.ts';
import { gateOn, unsupportedLanguage } from './gates.ts';
import { click } from './pointer.ts';
import { look, type DialogView, type PageView } from './page.view.ts';
import { clearPrompts } from './prompts.ts';
import { blockedBy, failed, isSupported, textsFor } from './report.ts';
import type { SiteContext } from './site.context.ts';

const tries = 3;

async function openOnce(site: SiteContext, address: string): Promise<string | null> {
  try {
    const status = await site.page.open(address, { timeoutMs: site.timing.stepMs * 2 });
    return status !== null && status >= 500 ? `the page answered ${status}` : null;
  } catch (error) {
    if (error instanceof PageError && error.kind === 'closed') throw error;
    return messageOf(error);
  }
}

/** Opens a page; pages that fail for the moment are tried again before it counts as a failure. */
export async function visit(site: SiteContext, path: string): Promise<void> {
  let problem: string | null = null;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    if (attempt > 1) await sleep(500 * attempt);
    problem = await openOnce(site, site.base + path);
    if (problem === null) return;
    site.note(`${path} did not open: ${problem}`);
  }
  throw failed('page_failed', `Instagram's page did not open (${problem ?? 'no answer'}).`, true);
}

/** Throws when the account may not go on here, or the page is in a language the agent does not know. */
export function refuseGates(view: PageView): void {
  const gate = gateOn(view);
  if (gate !== null) throw blockedBy(gate);
  const isOut = isLoginAddress(view.url) || view.login.hasPassword || (view.login.canBegin && !view.hasInboxLink);
  if (isOut) throw blockedBy(signedOut);
  if (view.hasInboxLink && view.language !== '' && !isSupported(view.language)) {
    throw blockedBy(unsupportedLanguage(view.language));
  }
}

/** Takes away prompts, and the page that asks to keep the sign-in. True when the page must be looked at again. */
export async function clearWay(
  site: SiteContext,
  view: PageView,
  isOwn?: (dialog: DialogView) => boolean,
): Promise<boolean> {
  if (isSaveLoginAddress(view.url)) {
    await click(site.page, { kind: 'page_button', names: textsFor(view.language).notNow });
    return true;
  }
  return clearPrompts(site.page, view, isOwn);
}

/**
 * Looks at the page, clears the way and asks `step`, until `step` answers something; null when the time is over.
 * `step` may act on the page and answer null to be asked again.
 */
export function stepThrough<T>(
  site: SiteContext,
  step: (view: PageView) => Promise<T | null>,
  options: { timeoutMs?: number; isOwn?: (dialog: DialogView) => boolean } = {},
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
