import { z } from 'zod';
import { deliveryOutcomes } from '@sandpiper/contract/delivery-states';
import { reasonCodes, stopReasonCodes } from '@sandpiper/contract/reasons';

/**
 * The journal looks up notes and sent messages by message mark: a hash of a message and its recipient. The mark stays the same even if the
 * server is restored from a backup and assigns the person again, with a different claim or delivery ID. Entries from protocol 1 are
 * dropped, because they can no longer be reported. They have no claim ID, and their marks contain the campaign's creation time, which
 * claims no longer include. If the server didn't know the result of such a message, it has given the message the outcome `unknown`.
 */

/**
 * The fields that notes and results share. `general` is set only if the campaign may repeat messages. It's the mark that this message would
 * have in a campaign that must not repeat messages.
 */
const claimShape = {
  mark: z.string(),
  general: z.string().optional(),
  delivery: z.int(),
  claim_id: z.string(),
  profile: z.int(),
};

const stopSchema = z.object({ reason: z.enum(stopReasonCodes), detail: z.string().nullable() });

const noteSchema = z.object({
  kind: z.literal('note'),
  ...claimShape,
  at: z.string(),
  /** The marks of the last messages before the agent's message in the conversation, oldest first. Any messages after them are new. */
  tail: z.array(z.string()),
  /** The signed-in account, or null if the page didn't show it. */
  account: z.string().nullable(),
  /**
   * `open`: the attempt is in progress or was interrupted. `unknown`: the attempt ended, and the message may have been sent. `unpressed`:
   * the attempt ended before Enter was pressed, whether or not the server had given the go-ahead.
   */
  end: z.enum(['open', 'unknown', 'unpressed']),
  /** The claims that, according to the user, had sent nothing when this note was written. This note replaces the notes of those claims. */
  unsent: z.array(z.string()).optional(),
  /** Later claims that may have sent the message too. Their campaigns may repeat the message. Set only in notes under a general mark. */
  others: z.array(z.string()).optional(),
});
const resultSchema = z.object({
  kind: z.literal('result'),
  ...claimShape,
  outcome: z.enum(deliveryOutcomes),
  reason: z.enum(reasonCodes).nullable(),
  detail: z.string().nullable(),
  sent_at: z.string().nullable(),
  /** Instagram's ID for the message, or null if the agent didn't see it. */
  message_id: z.string().nullable().default(null),
  /** Why the account must stop, or null if it doesn't have to stop or if the server already knows why. */
  stop: stopSchema.nullable(),
});
/**
 * Why an account must stop, as found by an unread check or by a sign-in that the user asked for. Results contain the stop reasons that
 * deliveries find. `stop` is null once the server knows about it.
 */
const accountStopSchema = z.object({ kind: z.literal('account_stop'), profile: z.int(), stop: stopSchema.nullable() });
const acknowledgedSchema = z.object({
  kind: z.literal('acknowledged'),
  claim_id: z.string(),
  outcome: z.enum(deliveryOutcomes),
});
const sentSchema = z.object({
  kind: z.literal('sent'),
  mark: z.string(),
  sent_at: z.string(),
  /** The account's ID, or null in entries from older agents. */
  profile: z.int().nullable().default(null),
});
/** An account's sign-ins with the stored credentials. Each entry replaces the account's previous one. */
const signInsSchema = z.object({
  kind: z.literal('sign_ins'),
  profile: z.int(),
  /** The most recent times at which the agent typed the credentials, oldest first. */
  typed_at: z.array(z.string()),
  /** A hash of the credentials that Instagram last refused, or null if it refused none. */
  refused: z.string().nullable(),
});
const entrySchema = z.discriminatedUnion('kind', [
  noteSchema,
  resultSchema,
  acknowledgedSchema,
  sentSchema,
  signInsSchema,
  accountStopSchema,
]);

export type JournalNote = z.infer<typeof noteSchema>;
export type JournalResult = z.infer<typeof resultSchema>;
export type JournalSignIns = z.infer<typeof signInsSchema>;
export type JournalStop = z.infer<typeof stopSchema>;
export type JournalEntry = z.infer<typeof entrySchema>;

/** The state after all entries have been applied. Each map except `stops` is ordered from oldest to newest. */
export type JournalState = {
  /** Notes about messages that were about to be sent, by message mark. */
  notes: Map<string, JournalNote>;
  /** Results that the server hasn't acknowledged, by claim ID. */
  results: Map<string, JournalResult>;
  /** When each sent message was sent, and from which account, by message mark. */
  sent: Map<string, { at: string; profile: number | null }>;
  /** Sign-ins with the stored credentials, by account ID. */
  signIns: Map<number, JournalSignIns>;
  /** Stop reasons that unread checks and requested sign-ins have found but the server doesn't know about yet, by account ID. */
  stops: Map<number, JournalStop>;
};

/**
 * The maximum number of entries in each map of the journal's state, except `stops`. Open notes are never dropped. Three accounts that each
 * send 150 messages a day reach 5,000 in 11 days.
 */
export const maxRemembered = 5000;

function put<K, T>(map: Map<K, T>, key: K, value: T, mayForget: (value: T) => boolean = () => true): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maxRemembered) return;
  for (const [oldest, each] of map) if (mayForget(each)) return void map.delete(oldest);
}

function putNote(state: JournalState, note: JournalNote): void {
  put(state.notes, note.mark, note, (each) => each.end !== 'open');
}

/**
 * Whether the message of a note may have been sent. `unsent`: the claims that sent nothing, according to the user. The message of an `open`
 * note may have been sent in any case, because the attempt may still be in progress. The message of an `unknown` note may have been sent
 * unless `unsent` contains every claim that may have sent it.
 */
export function mayBeSent({ end, claim_id, others = [] }: JournalNote, unsent: readonly string[] = []): boolean {
  if (end !== 'unknown') return end === 'open';
  return ![claim_id, ...others].every((claim) => unsent.includes(claim));
}

/**
 * Removes a claim from a note. If the claim is the note's own, the note then belongs to one of the other claims that may have sent the
 * message.
 */
function withoutClaim(note: JournalNote, claimId: string): JournalNote {
  const left = [note.claim_id, ...(note.others ?? [])].filter((claim) => claim !== claimId);
  const [claim_id = note.claim_id, ...others] = left;
  return { ...note, claim_id, others, end: claim_id === note.claim_id ? note.end : 'unknown' };
}

/**
 * Updates or deletes a message's note, now that the claim has a result. Changes nothing if the claim's own note has been replaced, because
 * the late result says nothing about the newer note. Keeps the note while other claims may have sent the message.
 */
function settleNote(state: JournalState, { mark, claim_id, outcome }: JournalResult): void {
  const note = state.notes.get(mark);
  if (note === undefined || note.unsent?.includes(claim_id) === true) return;
  const { others = [] } = note;
  const isOwn = note.claim_id === claim_id;
  if (outcome !== 'unknown' && (isOwn ? others.length > 0 : others.includes(claim_id))) {
    putNote(state, withoutClaim(note, claim_id));
    return;
  }
  if (note.end === 'open' && !isOwn) return;
  if (outcome === 'unknown') putNote(state, { ...note, end: 'unknown' });
  else if (outcome !== 'released') state.notes.delete(mark);
  else if (note.end === 'open') putNote(state, { ...note, end: 'unpressed' });
}

function noteSent(state: JournalState, { mark, outcome, sent_at, profile }: JournalResult): void {
  if (outcome === 'sent' && sent_at !== null) put(state.sent, mark, { at: sent_at, profile });
}

/**
 * Applies the entry under the general mark too, for campaigns that must not repeat the message. Keeps the note of another claim that may
 * have sent the message, and only adds the entry's claim to it.
 */
function applyGenerally(state: JournalState, { general, ...entry }: JournalNote | JournalResult): void {
  if (general === undefined) return;
  const before = state.notes.get(general);
  const isOwn = before?.claim_id === entry.claim_id;
  if (entry.kind === 'note') {
    if (isOwn || before === undefined || !mayBeSent(before, entry.unsent)) putNote(state, { ...entry, mark: general });
    else putNote(state, { ...before, others: [...(before.others ?? []), entry.claim_id] });
    return;
  }
  if (isOwn || before?.others?.includes(entry.claim_id) === true) settleNote(state, { ...entry, mark: general });
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
      return put(state.sent, entry.mark, { at: entry.sent_at, profile: entry.profile });
    case 'sign_ins':
      return put(state.signIns, entry.profile, entry);
    case 'account_stop':
      if (entry.stop === null) state.stops.delete(entry.profile);
      else state.stops.set(entry.profile, entry.stop);
      return;
  }
}

/**
 * Returns when the account sent messages, or may have sent them for claims other than `exceptClaim`. The times are in milliseconds since
 * 1970 and aren't sorted.
 */
export function sendTimesOf({ notes, sent }: JournalState, profile: number, exceptClaim: string): number[] {
  const known = [...sent.values()].filter((each) => each.profile === profile).map(({ at }) => at);
  const doubtful = [...notes.values()].filter(
    (note) => note.profile === profile && note.end !== 'unpressed' && note.claim_id !== exceptClaim,
  );
  // The same message may be stored under two marks with the same time, so remove duplicates.
  return [...new Set([...known, ...doubtful.map(({ at }) => at)])].map((at) => Date.parse(at));
}

/** Formats an entry as a line of JSON, with a line break before it too, because an earlier write may have left a partial line. */
export function lineOf(entry: JournalEntry): string {
  return `\n${JSON.stringify(entry)}\n`;
}

function readLine(line: string): JournalEntry | null {
  try {
    return entrySchema.parse(JSON.parse(line));
  } catch {
    // Ignore the line. It's from protocol 1, or a crash or a full disk cut it short before the agent acted on it.
    return null;
  }
}

export function replay(text: string): JournalState {
  const state: JournalState = {
    notes: new Map(),
    results: new Map(),
    sent: new Map(),
    signIns: new Map(),
    stops: new Map(),
  };
  for (const line of text.split('\n')) {
    const entry = line === '' ? null : readLine(line);
    if (entry !== null) apply(state, entry);
  }
  return state;
}

/**
 * Returns a journal with the same state, without superseded entries. Results come first, because replaying a result changes notes. The
 * notes that follow are already up to date.
 */
export function compacted({ notes, results, sent, signIns, stops }: JournalState): string {
  const known = [...sent].map(([mark, { at, profile }]): JournalEntry => ({
    kind: 'sent',
    mark,
    sent_at: at,
    profile,
  }));
  const unreported = [...stops].map(([profile, stop]): JournalEntry => ({ kind: 'account_stop', profile, stop }));
  return [...results.values(), ...notes.values(), ...known, ...signIns.values(), ...unreported].map(lineOf).join('');
}
