import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { call } from '../../../platform/api.ts';
import { formatCount } from '../../../platform/dates.ts';
import { isUnauthenticated } from '../../../platform/failure.ts';
import { toast } from '../../../platform/toasts.tsx';
import { useRefreshRecipients } from '../recipients.queries.ts';
import { beginImport, importNames, type ImportState } from './import-names.ts';
import type { NameLine } from './names.ts';

const partTimeoutMs = 60_000;

type Begun = { phase: 'running' | 'halted' | 'finished'; state: ImportState; names: readonly NameLine[] };
export type Import = { phase: 'ready' } | Begun;

type Imports = {
  begun: ReadonlyMap<number, Begun>;
  /** Nothing happens while an import into the list runs already. */
  run: (listId: number, names: readonly NameLine[], from: ImportState) => void;
  halt: (listId: number) => void;
  reset: (listId: number) => void;
};

const ImportsContext = createContext<Imports | null>(null);

function tellEnd({ added, duplicates, invalid }: ImportState): void {
  if (added > 0) toast.success(`${formatCount(added)} ${added === 1 ? 'recipient' : 'recipients'} added`);
  else toast.info('No recipient was added', { detail: `${duplicates} in the list already, ${invalid} no usernames` });
}

/** Holds the imports of the session, so that they are there again whichever screen one comes back from. */
export function ImportsProvider({ children }: { children: ReactNode }) {
  const [begun, setBegun] = useState<Imports['begun']>(new Map());
  const running = useRef(new Map<number, AbortController>());
  const refresh = useRefreshRecipients();
  useWarningOnLeaving([...begun.values()].some(({ phase }) => phase === 'running'));
  useEffect(() => {
    const left = running.current;
    return () => {
      for (const controller of left.values()) controller.abort();
    };
  }, []);

  const imports = useMemo<Imports>(() => {
    const put = (listId: number, next: Begun) => setBegun((all) => new Map(all).set(listId, next));

    async function run(listId: number, names: readonly NameLine[], from: ImportState): Promise<void> {
      if (running.current.has(listId)) return;
      const controller = new AbortController();
      running.current.set(listId, controller);
      let state = from;
      put(listId, { phase: 'running', state, names });
      try {
        state = await importNames({
          names,
          state,
          signal: controller.signal,
          send: (recipients) =>
            call('POST /api/recipients/bulk', { body: { recipients, list_id: listId } }, { timeoutMs: partTimeoutMs }),
          onProgress: (reached) => {
            state = reached;
            put(listId, { phase: 'running', state, names });
          },
        });
        if (state.sent === names.length) tellEnd(state);
      } catch (error) {
        if (!isUnauthenticated(error)) toast.failure(error, 'Failed to add recipient(s)');
      }
      running.current.delete(listId);
      put(listId, { phase: state.sent === names.length ? 'finished' : 'halted', state, names });
      await refresh();
    }

    return {
      begun,
      run: (listId, names, from) => void run(listId, names, from),
      halt: (listId) => running.current.get(listId)?.abort(),
      reset: (listId) => setBegun((all) => new Map([...all].filter(([id]) => id !== listId))),
    };
  }, [begun, refresh]);

  return <ImportsContext value={imports}>{children}</ImportsContext>;
}

/** What was not sent yet is lost with the tab: the browser asks before it closes. */
function useWarningOnLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}

/** The import into one list. What a failure or a halt left unsent is sent when it goes on. */
export function useImport(listId: number) {
  const imports = useContext(ImportsContext);
  if (imports === null) throw new Error('useImport needs an ImportsProvider above it');
  const current: Import = imports.begun.get(listId) ?? { phase: 'ready' };
  return {
    current,
    start: (names: readonly NameLine[]) => imports.run(listId, names, beginImport(names.length)),
    goOn: () => {
      if (current.phase === 'halted') imports.run(listId, current.names, current.state);
    },
    halt: () => imports.halt(listId),
    reset: () => imports.reset(listId),
  };
}
