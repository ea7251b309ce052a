import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { call } from '../../platform/api.ts';
import { useRefreshPeople } from '../../platform/people-queries.ts';
import { CanceledError } from '../../platform/failure.ts';
import { toast } from '../../platform/toasts.tsx';
import { isUnderWay, useMakeChange } from './people-changes.queries.ts';
import type { MadeChange } from './people-changes.queries.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';

const { outcome: texts } = peopleChangesTexts;
const pollMs = 1000;

/** Describes what a change did. `left` says how many people were left out and why. */
export function outcomeText(change: PeopleChange, left = ''): string {
  if (change.changed === 0) return texts.nothing;
  const done = left === '' ? texts.done(change) : `${texts.done(change)}; ${left}`;
  const text = change.status === 'canceled' ? texts.canceled(done) : done;
  return change.withdrawn === 0 ? text : texts.withdrawn(text, change.withdrawn);
}

/** Undoes a change and waits until the server has finished undoing it. Throws `CanceledError` if the user cancels the undo meanwhile. */
async function undoToTheEnd(id: number): Promise<void> {
  let { change } = await call('POST /api/people-changes/:id/undo', { params: { id } });
  while (change.status === 'undoing') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    ({ change } = await call('GET /api/people-changes/:id', { params: { id } }));
  }
  if (change.status !== 'undone') throw new CanceledError();
}

/** Shows a toast with a change's outcome and, if possible, an undo button. Also warns about messages that may already be on their way. */
export function announceChange(change: PeopleChange, refresh: () => Promise<unknown>): void {
  const text = outcomeText(change);
  const left = texts.leftOut(change.left_out);
  if (change.in_flight.length > 0) toast.warning(texts.inFlight(change.in_flight), { ms: 12_000 });
  if (change.status === 'undone') toast.success(texts.undone(text, change.undo.put_back));
  else if (change.changed === 0) toast.info(text, { detail: left === '' ? undefined : left });
  else if (change.undo.is_possible) {
    toast.undoable(outcomeText(change, left), { undo: () => undoToTheEnd(change.id), refresh });
  } else toast.success(outcomeText(change, left));
}

/**
 * Returns a function `make` that makes a change. If the change is already complete in the response, a toast shows its outcome.
 * `onMade` is called only if the server accepted the change.
 */
export function useAnnouncedChange() {
  const { mutate, isPending } = useMakeChange();
  const refresh = useRefreshPeople();
  return {
    isPending,
    make: (wanted: MadeChange, onMade: () => void) =>
      mutate(wanted, {
        onSuccess: ({ change }) => {
          if (!isUnderWay(change)) announceChange(change, refresh);
          onMade();
        },
      }),
  };
}
