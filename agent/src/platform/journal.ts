import { messageOf } from './errors.ts';
import {
  apply,
  compacted,
  lineOf,
  replay,
  type JournalEntry,
  type JournalNote,
  type JournalResult,
} from './journal.state.ts';

/** Where a journal is kept. */
export type JournalStorage = {
  read: () => Promise<string>;
  /** Settles when the text would survive a loss of power. */
  append: (text: string) => Promise<void>;
  /** Replaces everything, or nothing. */
  replace: (text: string) => Promise<void>;
  close: () => Promise<void>;
};

/** What this computer did or was about to do, kept so that a crash at any moment loses nothing. */
export type Journal = {
  /**
   * Settles when the note would survive a loss of power. Written before Enter is pressed. False, and nothing was written:
   * the message was sent, or may have left, under another claim.
   */
  note: (note: Omit<JournalNote, 'kind' | 'end'>) => Promise<boolean>;
  /** How it ended; kept until the server has acknowledged it. */
  conclude: (result: Omit<JournalResult, 'kind'>) => Promise<void>;
  acknowledge: (result: Pick<JournalResult, 'claim_id' | 'outcome'>) => Promise<void>;
  /** Results the server has not acknowledged. */
  unreported: () => JournalResult[];
  /** Notes of attempts that have no result. */
  openNotes: () => JournalNote[];
  /** The last note about a message whose end was never certain. */
  noteOf: (mark: string) => JournalNote | null;
  /** When this computer sent the message; null: never, or very many messages ago. */
  sentAt: (mark: string) => string | null;
  close: () => Promise<void>;
};

/** Without its notes the agent must not send: it would forget what it could not write. The message names the cause alone. */
export class JournalError extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'JournalError';
  }
}

/** Lines between two compactions while the agent runs: about a week of one account. */
export const linesPerRound = 2000;

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
    if (lines % linesPerRound !== 0) return;
    // A disk that has no room for it keeps the longer one.
    await storage.replace(compacted(state)).catch(() => undefined);
  };
  /** One after another, so that two claims never both find a message free. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const isFree = (mark: string, claimId: string): boolean => {
    const note = state.notes.get(mark);
    const isOwn = note?.claim_id === claimId && note.end === 'open';
    return !state.sent.has(mark) && (note === undefined || isOwn || note.end === 'unpressed');
  };

  return {
    note: (note) =>
      inTurn(async () => {
        if (!isFree(note.mark, note.claim_id)) return false;
        await write({ ...note, kind: 'note', end: 'open' });
        return true;
      }),
    conclude: (result) => inTurn(() => write({ ...result, kind: 'result' })),
    acknowledge: ({ claim_id, outcome }) => inTurn(() => write({ kind: 'acknowledged', claim_id, outcome })),
    unreported: () => [...state.results.values()],
    openNotes: () => [...state.notes.values()].filter((note) => note.end === 'open'),
    noteOf: (mark) => state.notes.get(mark) ?? null,
    sentAt: (mark) => state.sent.get(mark) ?? null,
    close: async () => {
      await last;
      await storage.close();
    },
  };
}
