import { useEffect, useState } from 'react';
import { startOpening } from '../reading/reader.ts';
import type { Corrections } from '../reading/layouts.ts';
import type { OpenedFile } from '../reading/open-file.ts';

export type OpenState = {
  /** How many times the file was opened. Anything derived from an earlier time is out of date. */
  times: number;
  /** Null until the file is open for the first time. */
  opened: OpenedFile | null;
  /** Rows counted so far. */
  rows: number;
  isCounting: boolean;
  /** How much of the file has been read, from 0 to 1. */
  share: number;
  problem: string | null;
};

const unopened: OpenState = { times: 0, opened: null, rows: 0, isCounting: true, share: 0, problem: null };

/** Opens a file in a worker, reopens it after each correction, and counts its rows. */
export function useOpenedFile(file: Blob, corrections: Corrections): OpenState {
  const [state, setState] = useState(unopened);
  useEffect(() => {
    const show = (change: Partial<OpenState>) => setState((before) => ({ ...before, ...change }));
    show({ rows: 0, isCounting: true, share: 0, problem: null });
    return startOpening({
      file,
      corrections,
      onReport: (report) => {
        if (report.type === 'opening') show({ share: report.share });
        if (report.type === 'opened') {
          const { opened } = report;
          setState((before) => ({ ...before, opened, times: before.times + 1, share: 0 }));
        }
        if (report.type === 'counting') show({ rows: report.rows, share: report.share });
        if (report.type === 'counted') show({ rows: report.rows, isCounting: false, share: 1 });
      },
      onFailed: ({ message }) => show({ problem: message, isCounting: false }),
    });
  }, [file, corrections]);
  return state;
}
