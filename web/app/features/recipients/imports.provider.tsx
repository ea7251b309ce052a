import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { call } from '../../platform/api.ts';
import { isUnauthenticated } from '../../platform/failure.ts';
import { toast } from '../../platform/toasts.tsx';
import { useLeaveWarning } from '../../platform/use-leave-warning.ts';
import { useRefreshRecipients } from './recipients.queries.ts';
import { beginImport, importNames, type ImportState } from './import/import-in-parts.ts';
import { importTexts } from './import/import.texts.ts';
import type { NameLine } from './import/name-lines.ts';

const partTimeoutMs = 60_000;

type StartedImport = { phase: 'running' | 'stopped' | 'finished'; state: ImportState; names: readonly NameLine[] };
export type Import = { phase: 'ready' } | StartedImport;

type Imports = {
  begun: ReadonlyMap<number, StartedImport>;
  /** Does nothing while an import into the list is running. */
  run: (listId: number, names: readonly NameLine[], from: ImportState) => void;
  stop: (listId: number) => void;
  reset: (listId: number) => void;
};

const ImportsContext = createContext<Imports | null>(null);

function showResult({ added, duplicates, invalid }: ImportState): void {
  if (added > 0) toast.success(importTexts.toasts.added(added));
  else toast.info(importTexts.toasts.noneAdded, { detail: importTexts.toasts.noneAddedDetail(duplicates, invalid) });
}

/** Keeps the imports of the session, so that they survive a change of screen. */
export function ImportsProvider({ children }: { children: ReactNode }) {
  const [begun, setBegun] = useState<Imports['begun']>(new Map());
  const running = useRef(new Map<number, AbortController>());
  const refresh = useRefreshRecipients();
  useLeaveWarning([...begun.values()].some(({ phase }) => phase === 'running'));
  useEffect(() => {
    const left = running.current;
    return () => {
      for (const controller of left.values()) controller.abort();
    };
  }, []);

  const imports = useMemo<Imports>(() => {
    const put = (listId: number, next: StartedImport) => setBegun((all) => new Map(all).set(listId, next));

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
        if (state.sent === names.length) showResult(state);
      } catch (error) {
        if (!isUnauthenticated(error)) toast.failure(error, importTexts.toasts.failed);
      }
      running.current.delete(listId);
      put(listId, { phase: state.sent === names.length ? 'finished' : 'stopped', state, names });
      await refresh();
    }

    return {
      begun,
      run: (listId, names, from) => void run(listId, names, from),
      stop: (listId) => running.current.get(listId)?.abort(),
      reset: (listId) => setBegun((all) => new Map([...all].filter(([id]) => id !== listId))),
    };
  }, [begun, refresh]);

  return <ImportsContext value={imports}>{children}</ImportsContext>;
}

/** The import into one list. `resume` sends the names that a failure or a stop left unsent. */
export function useImport(listId: number) {
  const imports = useContext(ImportsContext);
  if (imports === null) throw new Error('useImport needs an ImportsProvider above it');
  const current: Import = imports.begun.get(listId) ?? { phase: 'ready' };
  return {
    current,
    start: (names: readonly NameLine[]) => imports.run(listId, names, beginImport(names.length)),
    resume: () => {
      if (current.phase === 'stopped') imports.run(listId, current.names, current.state);
    },
    stop: () => imports.stop(listId),
    reset: () => imports.reset(listId),
  };
}
