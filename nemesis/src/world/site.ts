import { goAheadMs } from '@sandpiper/contract/limits';
import { PageError } from '../../../agent/src/browser/page.ts';
import type { Page } from '../../../agent/src/browser/page.ts';
import type { CheckJob, Instagram, SendJob, SendReport, Stop } from '../../../agent/src/sites/instagram/instagram.ts';
import { trueNow } from '../time/virtual-time.ts';
import type { Trait } from './traits.ts';
import { conversation, hasWrittenTo, noteUnexpectedPage, visit } from './world.ts';
import type { Send, World } from './world.ts';

/*
 * A simulated Instagram that replaces the browser of one computer's agent. The agent's own code decides whether Enter may be pressed. Once
 * Enter has been pressed, the message can't be unsent.
 */

export type Site = {
  world: World;
  /** Pauses the agent. Before it continues, its window may be closed, or the agent may be killed. */
  pause: (page: Page, label: string) => Promise<void>;
  /** Called after Enter was pressed, when the message is on its way. */
  press: (job: SendJob, showsFrom: number) => void;
};

type Early = SendReport | null;

const lateMs = 5 * 60_000;
const maxGoAheads = 5;

/**
 * If the person's trait ends the attempt before any text is typed, returns the attempt's report. Otherwise, returns null. Throws if the
 * window crashes.
 */
function earlyReportOf(site: Site, job: SendJob, trait: Trait): Early {
  const { world } = site;
  const { profileId: account, recipient: person } = job;
  switch (trait) {
    case 'missing':
      return { outcome: 'not_found', reason: 'not_found', detail: null };
    case 'gone':
      return { outcome: 'failed', reason: 'recipient_gone', detail: null };
    case 'dialog':
      noteUnexpectedPage(world, account, person);
      return { outcome: 'failed', reason: 'unexpected_dialog', detail: null };
    case 'wrote_first':
      return hasWrittenTo(world, account, person) && job.skipsConversations
        ? { outcome: 'skipped', reason: 'conversation', detail: null }
        : null;
    case 'crash':
      throw new PageError('closed', 'The window was closed');
    case 'slow_page':
      if (visit(world, person) > 1) return null;
      noteUnexpectedPage(world, account, person);
      return { outcome: 'failed', reason: 'chat_did_not_load', detail: null };
    default:
      return null;
  }
}

/** Returns the report of a stopped account's attempt, or null if Instagram isn't stopping the account. */
function stopReportOf({ world }: Site, account: number): Early {
  const reason = world.stopReasonOf(account);
  return reason === null ? null : { outcome: 'released', reason, detail: null };
}

/**
 * Asks for the go-ahead until the answer is recent enough to press Enter. Returns a report if the agent isn't allowed to send, or if none
 * of the first `maxGoAheads` answers is recent enough.
 */
async function askForGoAhead(site: Site, page: Page, job: SendJob): Promise<SendReport | null> {
  const tail = conversation(site.world, job.profileId, job.recipient).map((send) => `message ${send.order}`);
  for (let round = 0; round < maxGoAheads; round += 1) {
    const askedAt = Date.now();
    const permission = await job.beforeSend({ tail, account: `insta.${job.profileId}` });
    if (!permission.maySend) return permission.report;
    await site.pause(page, 'press Enter');
    const ageMs = Date.now() - askedAt;
    if (ageMs >= 0 && ageMs <= goAheadMs) return null;
  }
  return { outcome: 'failed', reason: 'not_pressed', detail: null };
}

const sentNow = (): SendReport => ({ outcome: 'sent', sentAt: new Date().toISOString() });

function afterEnter(site: Site, job: SendJob, trait: Trait): SendReport {
  const { world } = site;
  const { profileId: account, recipient: person } = job;
  if (trait === 'deaf') {
    noteUnexpectedPage(world, account, person);
    return { outcome: 'unknown', reason: 'enter_ignored', detail: null };
  }
  if (trait === 'refused') return { outcome: 'unknown', reason: 'not_delivered', detail: null };
  const isHidden = trait === 'late_bubble' || trait === 'opaque';
  site.press(job, trait === 'opaque' ? Number.POSITIVE_INFINITY : trueNow() + (isHidden ? lateMs : 0));
  if (isHidden) return { outcome: 'unknown', reason: 'no_bubble', detail: null };
  if (trait !== 'page_lost') return sentNow();
  noteUnexpectedPage(world, account, person);
  throw new PageError('navigation', 'The page was closed');
}

async function send(site: Site, page: Page, job: SendJob): Promise<SendReport> {
  await site.pause(page, 'open the conversation');
  const trait = site.world.traitOf(job.recipient);
  const early = stopReportOf(site, job.profileId) ?? earlyReportOf(site, job, trait);
  if (early !== null) return early;
  const refusal = await askForGoAhead(site, page, job);
  if (refusal !== null) return refusal;
  const stopped = stopReportOf(site, job.profileId);
  if (stopped !== null) return stopped;
  if (trait === 'key_lost') return { outcome: 'failed', reason: 'not_pressed', detail: null };
  const report = afterEnter(site, job, trait);
  await site.pause(page, 'see the outcome');
  const reason = site.world.stopReasonOf(job.profileId);
  const stop: Stop | null = reason === null ? null : { reason, detail: null };
  return report.outcome === 'sent' ? { ...report, stop } : report;
}

function newerThan(sends: readonly Send[], tail: readonly string[]): Send[] {
  return sends.filter((send) => !tail.includes(`message ${send.order}`));
}

async function check(site: Site, page: Page, { profileId, recipient, text, note }: CheckJob): Promise<SendReport> {
  await site.pause(page, 'check the conversation');
  const stopped = stopReportOf(site, profileId);
  if (stopped !== null) return stopped;
  const trait = site.world.traitOf(recipient);
  if (trait === 'opaque') return { outcome: 'unknown', reason: 'history_not_shown', detail: null };
  if (trait === 'refused') return { outcome: 'unknown', reason: 'not_delivered', detail: null };
  const since = newerThan(conversation(site.world, profileId, recipient), note.tail);
  const found = since.find((each) => each.text === text);
  if (found === undefined) return { outcome: 'failed', reason: 'not_sent', detail: null };
  if (found.showsFrom > trueNow()) {
    noteUnexpectedPage(site.world, profileId, recipient);
    return { outcome: 'unknown', reason: 'reads_differently', detail: null };
  }
  return { outcome: 'sent', sentAt: note.at };
}

export function createSite(site: Site): Instagram {
  return {
    send: (page, job) => send(site, page, job),
    check: (page, job) => check(site, page, job),
    checkPages: () => Promise.resolve({ state: 'as_expected' }),
    signIn: () => Promise.resolve({ state: 'needs_user', reason: 'signed_out', detail: null }),
    countUnread: () => Promise.resolve({ count: 0, exact: true }),
    show: () => Promise.resolve(),
  };
}
