import type { Gate } from './address.ts';
import type { OldReport } from './report.ts';

const vanishing: Gate = {
  reason: 'messages_vanish',
  detail:
    'Two messages in a row left the composer of this account and did not show in their conversations. Open the account and look whether it may still write.',
};

const failing: Gate = {
  reason: 'messages_fail',
  detail:
    'Three messages in a row of this account did not arrive: Instagram marked them "Failed to send", or they did not show. Open the account and look whether it may still write.',
};

/** Adds to a report that the account stops, where Instagram lets one of its messages after the other come to nothing. */
export type SilenceCount = (profileId: number, report: OldReport) => OldReport;

type Row = { vanished: number; marked: number };

/** A mark may come from a connection that broke, so it takes one more of them. */
function stopFor({ vanished, marked }: Row): Gate | null {
  if (vanished >= 2) return vanishing;
  return vanished + marked >= 3 ? failing : null;
}

export function createSilenceCount(): SilenceCount {
  const rows = new Map<number, Row>();
  return (profileId, report) => {
    if (report.outcome === 'sent') rows.delete(profileId);
    if (report.outcome !== 'unknown') return report;
    const row = rows.get(profileId) ?? { vanished: 0, marked: 0 };
    if (report.reason === 'no_bubble') row.vanished += 1;
    else if (report.reason === 'not_delivered') row.marked += 1;
    else return report;
    rows.set(profileId, row);
    const stop = stopFor(row);
    if (stop === null) return report;
    rows.delete(profileId);
    return { ...report, stops: report.stops ?? stop };
  };
}
