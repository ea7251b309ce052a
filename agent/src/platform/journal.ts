import { isDeepStrictEqual } from 'node:util';
import { messageOf } from './errors.ts';
import {
  apply,
  compacted,
  lineOf,
  mayBeSent,
  replay,
  sendTimesOf,
  type JournalEntry,
  type JournalNote,
  type JournalResult,
  type JournalSignIns,
  type JournalStop,
} from './journal.state.ts';

type NewNote = Omit<JournalNote, 'kind' | 'end' | 'others'>;

export type JournalStorage = {
  read: () => Promise<string>;
  /** Appends text. Resolves once the text would survive a power failure. */
  append: (text: string) => Promise<void>;
  /** Replaces the journal's whole content atomically. */
  replace: (text: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * A record of the messages that this computer has sent or was about to send, of its sign-ins with stored credentials, and of stop reasons
 * that the server doesn't know about yet. The record survives a crash at any moment.
 */
export type Journal = {
  /**
   * Writes a note that a message is about to be sent. Call this before pressing Enter. Resolves once the note would survive a power
   * failure. Replaces an open note from the same claim, and a note whose message wasn't sent according to the user (see `unsent`).
   * Otherwise, if the message was or may have been sent before, writes nothing and returns false.
   */
  note: (note: NewNote) => Promise<boolean>;
  /** Stores a claim's result until the server has acknowledged it. */
  recordResult: (result: Omit<JournalResult, 'kind'>) => Promise<void>;
  acknowledge: (result: Pick<JournalResult, 'claim_id' | 'outcome'>) => Promise<void>;
  /** Returns the results that the server hasn't acknowledged. */
  unreported: () => JournalResult[];
  /** Returns the notes of attempts that have no result. */
  openNotes: () => JournalNote[];
  noteOf: (mark: string) => JournalNote | null;
  /** Returns when this computer sent the message, or null if it never sent the message or if the journal has since dropped the entry. */
  sentAt: (mark: string) => string | null;
  /**
   * Returns when the account sent messages, or may have sent them for claims other than `exceptClaim`. The times are in milliseconds
   * since 1970.
   */
  sendTimesOf: (profile: number, exceptClaim: string) => number[];
  /** Records an account's sign-ins. Resolves once the record would survive a power failure. */
  recordSignIns: (signIns: JournalSignIns) => Promise<void>;
  signInsOf: (profile: number) => JournalSignIns;
  /** Stores why an account must stop. Replaces an earlier stop reason. */
  recordStop: (profile: number, stop: JournalStop) => Promise<void>;
  /** Removes a stop reason that the server knows about now. Keeps a stop reason that has replaced it. */
  acknowledgeStop: (profile: number, stop: JournalStop) => Promise<void>;
  /** Returns the stored stop reasons, by account ID. */
  unreportedStops: () => ReadonlyMap<number, JournalStop>;
  close: () => Promise<void>;
};

/** Thrown if the agent couldn't write to the journal. In that case, the agent must not send, because it wouldn't remember what it sent. */
export class JournalError extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'JournalError';
  }
}

/**
 * How many lines are written between two compactions. Each message needs three lines, so with one account that sends 150 messages a day,
 * the journal is compacted about every four days.
 */
export const linesPerCompaction = 2000;

export async function openJournal(storage: JournalStorage): Promise<Journal> {
  const state = replay(await storage.read());
  await storage.replace(compacted(state));
  let last: Promise<unknown> = Promise.resolve();
  let lines = 0;

  const write = async (entry: JournalEntry): Promise<void> => {
    await storage.append(lineOf(entry)).catch((error: unknown) => {
      throw new JournalError(error);
    });
    apply(state, entry);
    lines += 1;
    if (lines % linesPerCompaction !== 0) return;
    // If this fails, for example because the disk is full, the agent continues with the uncompacted journal.
    await storage.replace(compacted(state)).catch(() => undefined);
  };
  /** Runs one write at a time, so that two claims can't both find that a message hasn't been sent. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const isFree = ({ mark, claim_id, unsent }: NewNote): boolean => {
    const note = state.notes.get(mark);
    const isOwn = note?.claim_id === claim_id && note.end === 'open';
    return !state.sent.has(mark) && (note === undefined || isOwn || !mayBeSent(note, unsent));
  };

  return {
    note: (note) =>
      inTurn(async () => {
        if (!isFree(note)) return false;
        await write({ ...note, kind: 'note', end: 'open' });
        return true;
      }),
    recordResult: (result) => inTurn(() => write({ ...result, kind: 'result' })),
    acknowledge: ({ claim_id, outcome }) => inTurn(() => write({ kind: 'acknowledged', claim_id, outcome })),
    unreported: () => [...state.results.values()],
    openNotes: () => [...state.notes.values()].filter((note) => note.end === 'open'),
    noteOf: (mark) => state.notes.get(mark) ?? null,
    sentAt: (mark) => state.sent.get(mark)?.at ?? null,
    sendTimesOf: (profile, exceptClaim) => sendTimesOf(state, profile, exceptClaim),
    recordSignIns: (signIns) => inTurn(() => write(signIns)),
    signInsOf: (profile) => state.signIns.get(profile) ?? { kind: 'sign_ins', profile, typed_at: [], refused: null },
    recordStop: (profile, stop) => inTurn(() => write({ kind: 'account_stop', profile, stop })),
    acknowledgeStop: (profile, stop) =>
      inTurn(async () => {
        if (isDeepStrictEqual(state.stops.get(profile), stop))
          await write({ kind: 'account_stop', profile, stop: null });
      }),
    unreportedStops: () => new Map(state.stops),
    close: async () => {
      await last;
      await storage.close();
    },
  };
}
