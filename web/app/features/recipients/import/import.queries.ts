import { useRef, useState } from 'react';
import { call } from '../../../platform/api.ts';
import { formatCount } from '../../../platform/dates.ts';
import { toast } from '../../../platform/toasts.tsx';
import { useRefreshRecipients } from '../recipients.queries.ts';
import { beginImport, importNames, type ImportState } from './import-names.ts';
import type { NameLine } from './names.ts';

const partTimeoutMs = 60_000;

export type Import =
  | { phase: 'ready' }
  | { phase: 'running' | 'halted' | 'finished'; state: ImportState; names: readonly NameLine[] };

function tellEnd({ added, duplicates, invalid }: ImportState): void {
  if (added > 0) toast.success(`${formatCount(added)} ${added === 1 ? 'recipient' : 'recipients'} added`);
  else toast.info('No recipient was added', { detail: `${duplicates} in the list already, ${invalid} no usernames` });
}

/** Imports names into a list. What a failure or a halt left unsent is sent when it goes on. */
export function useImport(listId: number) {
  const [current, setCurrent] = useState<Import>({ phase: 'ready' });
  const abort = useRef<AbortController | null>(null);
  const refresh = useRefreshRecipients();

  async function run(names: readonly NameLine[], from: ImportState): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    let state = from;
    setCurrent({ phase: 'running', state, names });
    try {
      state = await importNames({
        names,
        state,
        signal: controller.signal,
        send: (recipients) =>
          call('POST /api/recipients/bulk', { body: { recipients, list_id: listId } }, { timeoutMs: partTimeoutMs }),
        onProgress: (reached) => {
          state = reached;
          setCurrent({ phase: 'running', state, names });
        },
      });
      const isWhole = state.sent === names.length;
      setCurrent({ phase: isWhole ? 'finished' : 'halted', state, names });
      if (isWhole) tellEnd(state);
    } catch (error) {
      setCurrent({ phase: 'halted', state, names });
      toast.failure(error, 'Failed to add recipient(s)');
    }
    await refresh();
  }

  return {
    current,
    start: (names: readonly NameLine[]) => void run(names, beginImport(names.length)),
    goOn: () => {
      if (current.phase === 'halted') void run(current.names, current.state);
    },
    halt: () => abort.current?.abort(),
    reset: () => setCurrent({ phase: 'ready' }),
  };
}
