import { z } from 'zod';
import { deliveryOutcomes } from '@sandpiper/contract/agent';

const takenSchema = z.object({ kind: z.literal('taken'), delivery: z.int(), fence: z.int() });
const intentSchema = z.object({
  kind: z.literal('intent'),
  delivery: z.int(),
  fence: z.int(),
  at: z.string(),
  /** Stands for the newest messages of the thread before ours, oldest first: what comes after them is new. */
  tail: z.array(z.string()),
  /** Who was signed in, where the page said so. */
  account: z.string().nullable().default(null),
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
  /** Stands for the message; only with `sent`. */
  mark: z.string().nullable().default(null),
  /** Why the account has to stop, whatever became of the message. */
  stops: z.object({ reason: z.string(), detail: z.string() }).nullable().default(null),
  /** The account; null where the program ended before there was a result. */
  profile: z.int().nullable().default(null),
});
const acknowledgedSchema = z.object({ kind: z.literal('acknowledged'), delivery: z.int(), fence: z.int() });
const deliveredSchema = z.object({ kind: z.literal('delivered'), mark: z.string(), sent_at: z.string() });
const entrySchema = z.discriminatedUnion('kind', [
  takenSchema,
  intentSchema,
  resultSchema,
  acknowledgedSchema,
  deliveredSchema,
]);

export type JournalIntent = z.infer<typeof intentSchema>;
export type JournalResult = z.infer<typeof resultSchema>;
export type JournalEntry = z.infer<typeof entrySchema>;

/** What the entries amount to. */
export type JournalState = {
  taken: Map<number, number>;
  intents: Map<number, JournalIntent>;
  results: Map<number, JournalResult>;
  open: Set<number>;
  /** When the newest messages were sent, by their marks, oldest first. */
  delivered: Map<string, string>;
};

/** So many messages are remembered after the server has acknowledged them: some weeks of several accounts. */
export const mostDelivered = 5000;

function remember({ delivered }: JournalState, mark: string, sentAt: string): void {
  delivered.delete(mark);
  delivered.set(mark, sentAt);
  const [oldest] = delivered.keys();
  if (delivered.size > mostDelivered && oldest !== undefined) delivered.delete(oldest);
}

/** A claim that was given back says nothing about one before it: what was known, or open, of the person stays so. */
function isGivenBack(result: JournalResult): boolean {
  return result.outcome === 'released' || result.outcome === 'blocked';
}

function applyResult(state: JournalState, result: JournalResult): void {
  const { delivery, fence, outcome, mark, sent_at: sentAt } = result;
  if (outcome === 'sent' && mark !== null && sentAt !== null) remember(state, mark, sentAt);
  state.results.set(delivery, result);
  state.open.delete(delivery);
  if (isGivenBack(result) && state.intents.get(delivery)?.fence !== fence) return;
  state.taken.delete(delivery);
  if (outcome !== 'unknown') state.intents.delete(delivery);
}

export function apply(state: JournalState, entry: JournalEntry): void {
  if (entry.kind === 'taken') {
    state.taken.set(entry.delivery, entry.fence);
  } else if (entry.kind === 'intent') {
    state.taken.delete(entry.delivery);
    state.intents.set(entry.delivery, entry);
    state.open.add(entry.delivery);
  } else if (entry.kind === 'result') {
    applyResult(state, entry);
  } else if (entry.kind === 'delivered') {
    remember(state, entry.mark, entry.sent_at);
  } else if (state.results.get(entry.delivery)?.fence === entry.fence) {
    state.results.delete(entry.delivery);
  }
}

/** Begins a line of its own, whatever a write that failed half-way left before it. */
export function lineOf(entry: JournalEntry): string {
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

export function replay(text: string): JournalState {
  const state: JournalState = {
    taken: new Map(),
    intents: new Map(),
    results: new Map(),
    open: new Set(),
    delivered: new Map(),
  };
  for (const line of text.split('\n')) {
    const entry = line === '' ? null : readLine(line);
    if (entry !== null) apply(state, entry);
  }
  return state;
}

/** The shortest journal that replays to the same state. */
export function compacted(state: JournalState): string {
  const closing = (intent: JournalIntent): JournalEntry[] =>
    state.open.has(intent.delivery) || state.results.has(intent.delivery)
      ? [intent]
      : [
          intent,
          { ...unknownOf(intent), kind: 'result' },
          { kind: 'acknowledged', delivery: intent.delivery, fence: intent.fence },
        ];
  const taken = [...state.taken].map(([delivery, fence]): JournalEntry => ({ kind: 'taken', delivery, fence }));
  const delivered = [...state.delivered].map(([mark, sentAt]): JournalEntry => ({
    kind: 'delivered',
    mark,
    sent_at: sentAt,
  }));
  const entries: JournalEntry[] = [...delivered, ...taken, ...[...state.intents.values()].flatMap(closing)];
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
    mark: null,
    stops: null,
    profile: null,
  };
}
