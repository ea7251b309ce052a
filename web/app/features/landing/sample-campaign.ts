/* The sample campaign: a fixed sequence of events, so that prerendering and hydration produce the same HTML. */
export type SampleOutcome = 'sent' | 'failed' | 'blocked';

export type SampleEntry = {
  readonly seq: number;
  readonly time: string;
  readonly account: string;
  readonly person: string;
  readonly outcome: SampleOutcome;
};

export type SampleAccount = { readonly name: string; readonly curve: readonly number[]; readonly stopped: boolean };

export type SampleState = {
  readonly sent: number;
  readonly failed: number;
  readonly pending: number;
  readonly percent: number;
  readonly finished: boolean;
  readonly accounts: readonly SampleAccount[];
  /** The latest log entries, newest first. */
  readonly entries: readonly SampleEntry[];
};

export const sampleTotal = 240;
/** The number of people who have been processed when the page loads. At this point, Instagram has just blocked one account. */
export const sampleStart = 152;
export const sampleEntriesShown = 5;

const accountNames = ['north.pier', 'tide.studio', 'shore.club'] as const;
const stoppedAccount = 1;
const stoppedAt = 149;
const startMinute = 9 * 60 + 12;
const minutesApart = 2;
const curveSteps = [3, 5, 2] as const;

const people = [
  'lina.maris',
  'otto_f',
  'cafe.duene',
  'noor.k',
  'studio.vela',
  'jan.bakes',
  'mira_loops',
  'tom.rides',
  'atelier.no9',
  'fern.and.co',
  'hugo.prints',
  'yara.sews',
  'deichkind22',
  'ruth.pots',
  'salt.kitchen',
  'emil.films',
  'kite.crew',
] as const;

function outcomeAt(index: number): SampleOutcome {
  return index % 17 === 9 ? 'failed' : 'sent';
}

function accountAt(index: number): number {
  return index < stoppedAt ? index % accountNames.length : (index % 2) * 2;
}

function entry(index: number, account: number, outcome: SampleOutcome, seq: number): SampleEntry {
  const minute = startMinute + index * minutesApart;
  const hours = String(Math.floor(minute / 60) % 24).padStart(2, '0');
  return {
    seq,
    time: `${hours}:${String(minute % 60).padStart(2, '0')}`,
    account: accountNames[account] ?? accountNames[0],
    person: people[index % people.length] ?? people[0],
    outcome,
  };
}

/** All log entries, in order. After an account is blocked, the person it couldn't message appears again with another account. */
const story: readonly SampleEntry[] = Array.from({ length: sampleTotal }, (_, index) => index).flatMap((index) => {
  const settled = entry(index, accountAt(index), outcomeAt(index), index * 2 + 1);
  return index === stoppedAt ? [entry(index, stoppedAccount, 'blocked', index * 2), settled] : [settled];
});

function curveOf(account: number, done: number): number[] {
  const until = account === stoppedAccount ? Math.min(done, stoppedAt) : done;
  return Array.from(
    { length: 14 },
    (_, index) => 4 + (((index + Math.floor(until / 4)) * (curveSteps[account] ?? 1)) % 7),
  );
}

/** Returns the campaign's state after `done` people have been processed. */
export function sampleStateAt(done: number): SampleState {
  const settled = Math.min(Math.max(done, 0), sampleTotal);
  const events = story.slice(0, settled > stoppedAt ? settled + 1 : settled);
  const sent = events.filter((event) => event.outcome === 'sent').length;
  return {
    sent,
    failed: settled - sent,
    pending: sampleTotal - settled,
    percent: Math.round((settled / sampleTotal) * 100),
    finished: settled === sampleTotal,
    accounts: accountNames.map((name, account) => ({
      name,
      curve: curveOf(account, settled),
      stopped: account === stoppedAccount && settled > stoppedAt,
    })),
    entries: events.slice(-sampleEntriesShown).toReversed(),
  };
}
