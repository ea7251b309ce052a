import type { Page } from '../../browser/page.ts';
import type { Gate } from './address.ts';
import type { SendReport } from './report.ts';

/** How an attempt ends when a page was not as expected. Where the site has changed, the next person fares the same. */
const strangeEnds = new Set([
  'broken_off',
  'chat_did_not_load',
  'chat_did_not_open',
  'enter_ignored',
  'page_failed',
  'search_unclear',
  'text_not_accepted',
  'unknown_notice',
]);

/** So many different people in a row are no accident. */
const mostInARow = 3;

function strangePages(detail: string): Gate {
  return {
    reason: 'unexpected_page',
    detail: `With ${mostInARow} people in a row Instagram's pages did not look as the agent expects. The last time: ${detail} Open the account and look.`,
  };
}

/** Of one account's reports, one after the other. */
export type StrangenessCount = {
  /** The report; once too many people in a row ended so, the account stops, and who can still be tried again is put back. */
  judge: (account: string | Page, recipient: string, report: SendReport) => SendReport;
  /** Whether so many people in a row were not to be found that it is time to doubt it. */
  isDoubtful: (account: string | Page, report: SendReport) => boolean;
};

export function createStrangenessCount(): StrangenessCount {
  const strange = new Map<string | Page, Set<string>>();
  const missing = new Map<string | Page, number>();
  return {
    judge: (account, recipient, report) => {
      if (report.outcome === 'sent' || report.outcome === 'blocked') strange.delete(account);
      if (report.outcome !== 'failed' && report.outcome !== 'unknown') return report;
      if (!strangeEnds.has(report.reason)) return report;
      const people = (strange.get(account) ?? new Set()).add(recipient.toLowerCase());
      strange.set(account, people);
      if (people.size < mostInARow) return report;
      strange.delete(account);
      const stop = strangePages(report.detail);
      if (report.outcome === 'unknown') return { ...report, stops: report.stops ?? stop };
      return { outcome: 'blocked', ...(report.stops ?? stop) };
    },
    isDoubtful: (account, report) => {
      if (report.outcome === 'sent') missing.delete(account);
      if (report.outcome !== 'not_found') return false;
      const inARow = (missing.get(account) ?? 0) + 1;
      missing.set(account, inARow % mostInARow);
      return inARow === mostInARow;
    },
  };
}
