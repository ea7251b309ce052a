import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { deliveryOutcomes } from '@sandpiper/contract/agent';
import { unlessMissing } from './errors.ts';
import { ensurePrivateFolder, writePrivateFile } from './private-file.ts';

const takenSchema = z.object({ kind: z.literal('taken'), delivery: z.int(), fence: z.int() });
const intentSchema = z.object({
  kind: z.literal('intent'),
  delivery: z.int(),
  fence: z.int(),
  at: z.string(),
  /** Stands for the newest messages of the thread before ours, oldest first: what comes after them is new. */
  tail: z.array(z.string()),
});
const resultSchema = z.object({
  kind: z.literal('result'),
  delivery: z.int(),
  fence: z.int(),
  outcome: z.enum(deliveryOutcomes),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  is_retryable: z.boolean(),
  sent_at: z.string().nullable(),
  /** Why the account has to stop, whatever became of the message. */
  stops: z.object({ reason: z.string(), detail: z.string() }).nullable().default(null),
});
const acknowledgedSchema = z.object({ kind: z.literal('acknowledged'), delivery: z.int(), fence: z.int() });
const entrySchema = z.discriminatedUnion('kind', [takenSchema, intentSchema, resultSchema, acknowledgedSchema]);

export type JournalIntent = z.infer<typeof intentSchema>;
export type JournalResult = z.infer<typeof resultSchema>;
type JournalEntry = z.infer<typeof entrySchema>;

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
  close: () => Promise<void>;
};

type State = {
  taken: Map<number, number>;
  intents: Map<number, JournalIntent>;
  results: Map<number, JournalResult>;
  open: Set<number>;
};

/** A claim that was given back says nothing about one before it: what was known, or open, of the person stays so. */
function isGivenBack(result: JournalResult): boolean {
  return result.outcome === 'released' || result.outcome === 'blocked';
}

function applyResult(state: State, result: JournalResult): void {
  const { delivery, fence, outcome } = result;
  state.results.set(delivery, result);
  state.open.delete(delivery);
  if (isGivenBack(result) && state.intents.get(delivery)?.fence !== fence) return;
  state.taken.delete(delivery);
  if (outcome !== 'unknown') state.intents.delete(delivery);
}

function apply(state: State, entry: JournalEntry): void {
  if (entry.kind === 'taken') {
    state.taken.set(entry.delivery, entry.fence);
  } else if (entry.kind === 'intent') {
    state.taken.delete(entry.delivery);
    state.intents.set(entry.delivery, entry);
    state.open.add(entry.delivery);
  } else if (entry.kind === 'result') {
    applyResult(state, entry);
  } else if (state.results.get(entry.delivery)?.fence === entry.fence) {
    state.results.delete(entry.delivery);
  }
}

/** Begins a line of its own, whatever a write that failed half-way left before it. */
function lineOf(entry: JournalEntry): string {
  return `\n${JSON.stringify(entry)}\n`;
}

function readLine(line: string): JournalEntry | null {
  try {
    return entrySchema.parse(JSON.parse(line));
  } catch {
    // A line may be cut short by a crash or a full disk; what it was about had not happened yet.
    return null;
  }
}

function replay(text: string): State {
  const state: State = { taken: new Map(), intents: new Map(), results: new Map(), open: new Set() };
  for (const line of text.split('\n')) {
    const entry = line === '' ? null : readLine(line);
    if (entry !== null) apply(state, entry);
  }
  return state;
}

/** The shortest journal that replays to the same state. */
function compacted(state: State): string {
  const closing = (intent: JournalIntent): JournalEntry[] =>
    state.open.has(intent.delivery) || state.results.has(intent.delivery)
      ? [intent]
      : [
          intent,
          { ...unknownOf(intent), kind: 'result' },
          { kind: 'acknowledged', delivery: intent.delivery, fence: intent.fence },
        ];
  const taken = [...state.taken].map(([delivery, fence]): JournalEntry => ({ kind: 'taken', delivery, fence }));
  const entries: JournalEntry[] = [...taken, ...[...state.intents.values()].flatMap(closing)];
  return [...entries, ...state.results.values()].map(lineOf).join('');
}

/** The report about a delivery that was about to be sent when the program ended. */
export function unknownOf(intent: JournalIntent): Omit<JournalResult, 'kind'> {
  return {
    delivery: intent.delivery,
    fence: intent.fence,
    outcome: 'unknown',
    reason: 'agent_stopped',
    detail:
      'The agent was stopped at the moment of sending. It will look into the conversation before it does anything else.',
    is_retryable: false,
    sent_at: null,
    stops: null,
  };
}

export async function openJournal(file: string): Promise<Journal> {
  await ensurePrivateFolder(dirname(file));
  const state = replay(await unlessMissing(readFile(file, 'utf8'), ''));
  await writePrivateFile(file, compacted(state));
  const handle: FileHandle = await open(file, 'a', 0o600);
  let last: Promise<void> = Promise.resolve();

  const append = (entry: JournalEntry): Promise<void> => {
    const written = last.then(async () => {
      await handle.appendFile(lineOf(entry));
      await handle.datasync();
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
    close: async () => {
      await last;
      await handle.close();
    },
  };
}
