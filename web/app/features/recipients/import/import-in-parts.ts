import { bulkRejectsShown } from '@sandpiper/contract/limits';
import type { BulkImportResult } from '@sandpiper/contract/recipients';
import type { NameLine } from './name-lines.ts';

/** Names per call: few enough for visible progress, enough to be fast. */
export const importPartSize = 5000;

export type ImportState = BulkImportResult & {
  /** How many names the server has answered for. */
  sent: number;
  total: number;
};

export function beginImport(total: number): ImportState {
  return { sent: 0, total, added: 0, duplicates: 0, invalid: 0, rejected: [] };
}

function withPart(state: ImportState, part: readonly NameLine[], result: BulkImportResult): ImportState {
  // The server counts lines within its call, the user in the file.
  const rejected = result.rejected.map((reject) => ({ ...reject, line: part[reject.line - 1]?.line ?? reject.line }));
  return {
    ...state,
    sent: state.sent + part.length,
    added: state.added + result.added,
    duplicates: state.duplicates + result.duplicates,
    invalid: state.invalid + result.invalid,
    rejected: [...state.rejected, ...rejected].slice(0, bulkRejectsShown),
  };
}

type ImportWork = {
  names: readonly NameLine[];
  /** Where an earlier run stopped. */
  state: ImportState;
  send: (names: string[]) => Promise<BulkImportResult>;
  onProgress: (state: ImportState) => void;
  signal: AbortSignal;
};

/** Sends the names that were not sent yet, part by part. Stops between two parts when aborted; throws what a call throws. */
export async function importNames({ names, state, send, onProgress, signal }: ImportWork): Promise<ImportState> {
  let reached = state;
  while (reached.sent < names.length && !signal.aborted) {
    const part = names.slice(reached.sent, reached.sent + importPartSize);
    const result = await send(part.map(({ value }) => value));
    reached = withPart(reached, part, result);
    onProgress(reached);
  }
  return reached;
}
