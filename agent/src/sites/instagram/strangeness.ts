import type { Gate } from './address.ts';
import type { OldReport } from './report.ts';

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
  judge: (profileId: number, recipient: string, report: OldReport) => OldReport;
  /** Whether so many people in a row were not to be found that it is time to doubt it. */
  isDoubtful: (profileId: number, report: OldReport) => boolean;
};

export function createStrangenessCount(): StrangenessCount {
  const strange = new Map<number, Set<string>>();
  const missing = new Map<number, number>();
  return {
    judge: (profileId, recipient, report) => {
      if (report.outcome === 'sent' || report.outcome === 'blocked') strange.delete(profileId);
      if (report.outcome !== 'failed' && report.outcome !== 'unknown') return report;
      if (!strangeEnds.has(report.reason)) return report;
      const people = (strange.get(profileId) ?? new Set()).add(recipient.toLowerCase());
      strange.set(profileId, people);
      if (people.size < mostInARow) return report;
      strange.delete(profileId);
      const stop = strangePages(report.detail);
      if (report.outcome === 'unknown') return { ...report, stops: report.stops ?? stop };
      return { outcome: 'blocked', ...(report.stops ?? stop) };
    },
    isDoubtful: (profileId, report) => {
      if (report.outcome === 'sent') missing.delete(profileId);
      if (report.outcome !== 'not_found') return false;
      const inARow = (missing.get(profileId) ?? 0) + 1;
      missing.set(profileId, inARow % mostInARow);
      return inARow === mostInARow;
    },
  };
}
