import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, unlessMissing } from './errors.ts';
import {
  apply,
  compacted,
  lineOf,
  replay,
  type JournalEntry,
  type JournalIntent,
  type JournalResult,
} from './journal.state.ts';
import { ensurePrivateFolder, writePrivateFile } from './private-file.ts';

/** What this computer did or was about to do, kept so that a crash at any moment loses nothing. */
export type Journal = {
  /** A claim under which nothing was sent before, and nothing is unless an intent follows. */
  take: (delivery: number, fence: number) => Promise<void>;
  /** Whether this very claim was taken here and no Enter can have been pressed under it. */
  wasUntouched: (delivery: number, fence: number) => boolean;
  /** Returns when the entry would survive a loss of power. Written before Enter is pressed. */
  intend: (intent: Omit<JournalIntent, 'kind'>) => Promise<void>;
  /** How it ended; kept until the server has acknowledged it. */
  conclude: (result: Omit<JournalResult, 'kind'>) => Promise<void>;
  acknowledge: (delivery: number, fence: number) => Promise<void>;
  /** Results the server has not acknowledged. */
  unreported: () => JournalResult[];
  /** Deliveries that were about to be sent and have no result. */
  unresolved: () => JournalIntent[];
  /** The last intent of a delivery whose outcome was never certain. */
  intentOf: (delivery: number) => JournalIntent | null;
  /** When this computer sent a message, by its mark; null: never, or very many messages ago. */
  deliveredAt: (mark: string) => string | null;
  close: () => Promise<void>;
};

/** Without its notes the agent must not send: what it could not write would be forgotten. */
export class JournalError extends Error {
  constructor(cause: unknown) {
    super(
      `The agent cannot write its notes on this computer (${messageOf(cause)}), so it sends nothing. Make some room.`,
      {
        cause,
      },
    );
    this.name = 'JournalError';
  }
}

export async function openJournal(file: string): Promise<Journal> {
  await ensurePrivateFolder(dirname(file));
  const state = replay(await unlessMissing(readFile(file, 'utf8'), ''));
  await writePrivateFile(file, compacted(state));
  const handle: FileHandle = await open(file, 'a', 0o600);
  let last: Promise<void> = Promise.resolve();

  const append = (entry: JournalEntry): Promise<void> => {
    const written = last.then(async () => {
      await handle
        .appendFile(lineOf(entry))
        .then(() => handle.datasync())
        .catch((error: unknown) => {
          throw new JournalError(error);
        });
      apply(state, entry);
    });
    last = written.catch(() => undefined);
    return written;
  };

  return {
    take: (delivery, fence) => append({ kind: 'taken', delivery, fence }),
    wasUntouched: (delivery, fence) => state.taken.get(delivery) === fence && !state.intents.has(delivery),
    intend: (intent) => append({ ...intent, kind: 'intent' }),
    conclude: (result) => append({ ...result, kind: 'result' }),
    acknowledge: (delivery, fence) => append({ kind: 'acknowledged', delivery, fence }),
    unreported: () => [...state.results.values()],
    unresolved: () => [...state.intents.values()].filter((intent) => state.open.has(intent.delivery)),
    intentOf: (delivery) => state.intents.get(delivery) ?? null,
    deliveredAt: (mark) => state.delivered.get(mark) ?? null,
    close: async () => {
      await last;
      await handle.close();
    },
  };
}
