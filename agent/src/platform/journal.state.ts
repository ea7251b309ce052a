import { z } from 'zod';
import { deliveryOutcomes } from '@sandpiper/contract/delivery-states';
import { reasonCodes, stopReasonCodes } from '@sandpiper/contract/reasons';

/*
 * Entries are found by message mark, which stays the same when a restored server gives the person out under another claim
 * or delivery id. Entries of protocol 1 are dropped: they carry no claim id, so what they report can't be reported any
 * more, and their marks were made from a campaign's time of creation, which no claim names today. The server has turned
 * what they may have left into `unknown`.
 */

/** `general`: the mark of the same message in campaigns that may not repeat it, where this one may. */
const claimShape = {
  mark: z.string(),
  general: z.string().optional(),
  delivery: z.int(),
  claim_id: z.string(),
  profile: z.int(),
};

const noteSchema = z.object({
  kind: z.literal('note'),
  ...claimShape,
  at: z.string(),
  /** Stands for the newest messages of the conversation before ours, oldest first: what comes after them is new. */
  tail: z.array(z.string()),
  /** Who was signed in, where the page said so. */
  account: z.string().nullable(),
  /**
   * `open`: the attempt is under way, or broke off. `unknown`: it ended, and the message may have left. `unpressed`: it
   * ended before Enter, although the server may have said "go ahead".
   */
  end: z.enum(['open', 'unknown', 'unpressed']),
});
const resultSchema = z.object({
  kind: z.literal('result'),
  ...claimShape,
  outcome: z.enum(deliveryOutcomes),
  reason: z.enum(reasonCodes).nullable(),
  detail: z.string().nullable(),
  sent_at: z.string().nullable(),
  /** Instagram objected to the account, and the server hasn't been told yet. */
  stop: z.object({ reason: z.enum(stopReasonCodes), detail: z.string().nullable() }).nullable(),
});
const acknowledgedSchema = z.object({
  kind: z.literal('acknowledged'),
  claim_id: z.string(),
  outcome: z.enum(deliveryOutcomes),
});
const sentSchema = z.object({ kind: z.literal('sent'), mark: z.string(), sent_at: z.string() });
const entrySchema = z.discriminatedUnion('kind', [noteSchema, resultSchema, acknowledgedSchema, sentSchema]);

export type JournalNote = z.infer<typeof noteSchema>;
export type JournalResult = z.infer<typeof resultSchema>;
export type JournalEntry = z.infer<typeof entrySchema>;

/** What the entries amount to, each map oldest first. */
export type JournalState = {
  /** Messages whose end is not certain, by mark. */
  notes: Map<string, JournalNote>;
  /** Results the server has not acknowledged, by claim id. */
  results: Map<string, JournalResult>;
  /** When messages were sent, by mark. */
  sent: Map<string, string>;
};

/** So many of each kind are kept: some weeks of several accounts. */
export const mostRemembered = 5000;

function put<T>(map: Map<string, T>, key: string, value: T, mayGo: (value: T) => boolean = () => true): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= mostRemembered) return;
  for (const [oldest, each] of map) if (mayGo(each)) return void map.delete(oldest);
}

function putNote(state: JournalState, note: JournalNote): void {
  put(state.notes, note.mark, note, (each) => each.end !== 'open');
}

/** What the end of a claim says about the note of its message. */
function settleNote(state: JournalState, { mark, claim_id, outcome }: JournalResult): void {
  const note = state.notes.get(mark);
  const isOthers = note?.end === 'open' && note.claim_id !== claim_id;
  if (note === undefined || isOthers) return;
  if (outcome === 'unknown') putNote(state, { ...note, end: 'unknown' });
  else if (outcome !== 'released') state.notes.delete(mark);
  else if (note.end === 'open') putNote(state, { ...note, end: 'unpressed' });
}

function noteSent(state: JournalState, { mark, outcome, sent_at }: JournalResult): void {
  if (outcome === 'sent' && sent_at !== null) put(state.sent, mark, sent_at);
}

/** The same under the general mark, for campaigns that may not repeat the message. What another claim left uncertain stays so. */
function applyGenerally(state: JournalState, { general, ...entry }: JournalNote | JournalResult): void {
  if (general === undefined) return;
  const before = state.notes.get(general);
  const isOwn = before?.claim_id === entry.claim_id;
  if (entry.kind === 'note') {
    if (isOwn || before === undefined || before.end === 'unpressed') putNote(state, { ...entry, mark: general });
    return;
  }
  if (isOwn) settleNote(state, { ...entry, mark: general });
  noteSent(state, { ...entry, mark: general });
}

export function apply(state: JournalState, entry: JournalEntry): void {
  switch (entry.kind) {
    case 'note': {
      applyGenerally(state, entry);
      const { general: _general, ...note } = entry;
      return putNote(state, note);
    }
    case 'result':
      applyGenerally(state, entry);
      settleNote(state, entry);
      noteSent(state, entry);
      return put(state.results, entry.claim_id, entry);
    case 'acknowledged':
      if (state.results.get(entry.claim_id)?.outcome === entry.outcome) state.results.delete(entry.claim_id);
      return;
    case 'sent':
      return put(state.sent, entry.mark, entry.sent_at);
  }
}

/** Starts on a new line, whatever a write that failed halfway left before it. */
export function lineOf(entry: JournalEntry): string {
  return `\n${JSON.stringify(entry)}\n`;
}

function readLine(line: string): JournalEntry | null {
  try {
    return entrySchema.parse(JSON.parse(line));
  } catch {
    // Cut short by a crash or a full disk (what it was about had not happened yet), or of protocol 1.
    return null;
  }
}

export function replay(text: string): JournalState {
  const state: JournalState = { notes: new Map(), results: new Map(), sent: new Map() };
  for (const line of text.split('\n')) {
    const entry = line === '' ? null : readLine(line);
    if (entry !== null) apply(state, entry);
  }
  return state;
}

/** The shortest journal that replays to the same state. Results come first: what they say of notes is in the notes. */
export function compacted({ notes, results, sent }: JournalState): string {
  const known = [...sent].map(([mark, sentAt]): JournalEntry => ({ kind: 'sent', mark, sent_at: sentAt }));
  return [...results.values(), ...notes.values(), ...known].map(lineOf).join('');
}
