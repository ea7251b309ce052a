import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { call } from '../../platform/api.ts';
import { CanceledError, mayPass } from '../../platform/failure.ts';
import { toast, toastMs } from '../../platform/toasts.tsx';
import { readToken } from '../../platform/token-store.ts';
import { useMakeChange, useMayUndo, useRefreshChanges } from './people-changes.queries.ts';
import type { MadeChange } from './people-changes.queries.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';

const { outcome: texts } = peopleChangesTexts;
const pollMs = 1000;

/** Describes what a change did. `left` says how many people were left out and why. */
export function outcomeText(change: PeopleChange, left = ''): string {
  if (change.changed === 0) return texts.nothing;
  const done = left === '' ? texts.done(change) : `${texts.done(change)}; ${left}`;
  // If only the undo was canceled, everyone had been processed before.
  const text = change.status === 'canceled' && change.done < change.total ? texts.canceled(done) : done;
  return change.withdrawn === 0 ? text : texts.withdrawn(text, change.withdrawn);
}

/** Returns how many people an undo has processed so far. */
export function peopleUndone({ undo }: PeopleChange): number {
  return undo.left_out.reduce((sum, { count }) => sum + count, undo.put_back);
}

/** Describes how an undo ended, including who was left out. Returns an empty string if no undo has ended. */
export function undoText(change: PeopleChange): string {
  const { status, undo } = change;
  if (status === 'undone') return texts.undone(undo.put_back, texts.notPutBack(undo.left_out));
  const people = peopleUndone(change);
  return status === 'canceled' && people > 0 ? texts.undoCanceled(people) : '';
}

/** Refetches a change. Returns it unchanged if the server can't respond right now. */
async function refetched(change: PeopleChange): Promise<PeopleChange> {
  try {
    return (await call('GET /api/people-changes/:id', { params: { id: change.id } })).change;
  } catch (error) {
    if (mayPass(error)) return change;
    throw error;
  }
}

/**
 * Undoes a change and waits until the server has finished undoing it. Returns a text that says how the undo ended, or undefined if it simply
 * restored everyone. Throws `CanceledError` if the user cancels the undo or signs out meanwhile.
 */
async function undoToTheEnd(id: number): Promise<string | undefined> {
  const token = readToken();
  let { change } = await call('POST /api/people-changes/:id/undo', { params: { id } });
  while (change.status === 'undoing') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (token !== readToken()) throw new CanceledError();
    change = await refetched(change);
  }
  if (change.status !== 'undone') throw new CanceledError();
  return change.undo.left_out.length === 0 ? undefined : texts.ofUndo(undoText(change), outcomeText(change));
}

type Announcing = { refresh: () => Promise<unknown>; mayUndo: (change: PeopleChange) => boolean };

/** Returns a function that shows a toast that says how a change or its undo ended, with an undo button if possible. */
export function useAnnounceChange() {
  const announcing = { refresh: useRefreshChanges(), mayUndo: useMayUndo() };
  return (change: PeopleChange) => announceChange(change, announcing);
}

/** Shows a toast that says how a change or its undo ended. */
export function announceChange(change: PeopleChange, { refresh, mayUndo }: Announcing): void {
  const undone = undoText(change);
  if (undone === '') return announceOutcome(change, { refresh, mayUndo });
  const text = texts.ofUndo(undone, outcomeText(change));
  if (change.undo.is_possible && mayUndo(change)) showUndoable(change, text, refresh);
  else if (change.undo.left_out.length > 0) toast.warning(text, { ms: toastMs.undo });
  else toast.success(text);
}

/** Also warns about messages that may already be on their way. */
function announceOutcome(change: PeopleChange, { refresh, mayUndo }: Announcing): void {
  const left = texts.leftOut(change.left_out);
  const text = outcomeText(change, left);
  if (change.in_flight.length > 0) toast.warning(texts.inFlight(change.in_flight), { ms: 12_000 });
  if (change.changed === 0) toast.info(text, { detail: left === '' ? undefined : left });
  else if (change.undo.is_possible && mayUndo(change)) showUndoable(change, text, refresh);
  else toast.success(text);
}

function showUndoable({ id }: PeopleChange, text: string, refresh: () => Promise<unknown>): void {
  toast.undoable(text, { undo: () => undoToTheEnd(id), refresh });
}

/**
 * Returns a function `make` that makes a change. If the change is already complete in the response, a toast shows its outcome.
 * `onMade` is called only if the server accepted the change, and the component is still on the screen by then.
 */
export function useAnnouncedChange() {
  const { mutate, isPending } = useMakeChange(useAnnounceChange());
  return { isPending, make: (wanted: MadeChange, onMade: () => void) => mutate(wanted, { onSuccess: onMade }) };
}
