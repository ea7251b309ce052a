import type { Page } from '../../browser/page.ts';
import type { Gate } from './address.ts';
import type { SendReport } from './report.ts';

const vanishing: Gate = {
  reason: 'messages_vanish',
  detail:
    'Two messages in a row left the composer of this account and did not show in their conversations. Open the account and look whether it may still write.',
};

/** Adds to a report that the account stops, where Instagram let two of its messages in a row vanish without a word. */
export type SilenceCount = (account: string | Page, report: SendReport) => SendReport;

export function createSilenceCount(): SilenceCount {
  const inARow = new Map<string | Page, number>();
  return (account, report) => {
    if (report.outcome === 'sent') inARow.delete(account);
    if (report.outcome !== 'unknown' || report.reason !== 'no_bubble') return report;
    const count = (inARow.get(account) ?? 0) + 1;
    inARow.set(account, count);
    if (count < 2) return report;
    inARow.delete(account);
    return { ...report, stops: report.stops ?? vanishing };
  };
}
