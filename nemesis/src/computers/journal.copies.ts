import type { JournalStorage } from '../../../agent/src/platform/journal.ts';

/* An agent's journal and older copies of it. The history can pause the agent before it writes a line. */

export type JournalCopy = { text: string; order: number };

export type WatchedJournal = {
  /** The current content of the file. */
  text: string;
  /** The file's content after each recent write, oldest first. */
  copies: JournalCopy[];
  /** The position in the history at which each claim's journal entry was written. */
  notes: Map<string, number>;
};

export function emptyJournal(): WatchedJournal {
  return { text: '', copies: [], notes: new Map() };
}

/** Parses a journal line. Returns its kind and the ID of its claim, if it has one. */
function readLine(text: string): { kind: string; claim_id: string | null } {
  const line: unknown = JSON.parse(text);
  if (typeof line !== 'object' || line === null) throw new Error(`Unexpected line in the journal: ${text}`);
  const fields = new Map<string, unknown>(Object.entries(line));
  const [kind, claimId] = [fields.get('kind'), fields.get('claim_id')];
  return { kind: String(kind), claim_id: typeof claimId === 'string' ? claimId : null };
}

const mostCopies = 60;

type Given = {
  journal: WatchedJournal;
  storage: JournalStorage;
  /** Returns the next position in the history. */
  nextOrder: () => number;
  busy: <T>(work: Promise<T>) => Promise<T>;
  /** Pauses until the history decides whether to write the line. */
  pauseAt: (line: { kind: string }, write: (part: 'all' | 'half') => Promise<void>) => Promise<void>;
};

/** Wraps the storage of an agent's journal, so that the history sees every line that is written. */
export function watchJournal({ journal, storage, nextOrder, busy, pauseAt }: Given): JournalStorage {
  const note = (text: string): void => {
    journal.text = text;
    journal.copies.push({ text, order: nextOrder() });
    if (journal.copies.length > mostCopies) journal.copies.shift();
  };
  return {
    read: () => busy(storage.read()),
    replace: async (text) => {
      await busy(storage.replace(text));
      note(text);
    },
    append: (text) => {
      const line = readLine(text);
      return pauseAt(line, async (part) => {
        const written = part === 'all' ? text : text.slice(0, Math.ceil(text.length / 2));
        await busy(storage.append(written));
        note(journal.text + written);
        if (line.kind === 'note' && part === 'all' && line.claim_id !== null) {
          journal.notes.set(line.claim_id, nextOrder());
        }
      });
    },
    close: () => busy(storage.close()),
  };
}
