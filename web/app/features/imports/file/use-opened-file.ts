import { useEffect, useState } from 'react';
import { startOpening } from '../reading/reader.ts';
import type { Corrections } from '../reading/layouts.ts';
import type { OpenedFile } from '../reading/open-file.ts';

export type OpenState = {
  /** Null until the file has been opened for the first time. Each time the file is opened, this is a new object. */
  opened: OpenedFile | null;
  /** The number of rows counted so far. */
  rows: number;
  isCounting: boolean;
  /** The progress from 0 to 1, first of opening the file, then of counting its rows. */
  share: number;
  problem: string | null;
  /** Each column's first value below the sample. Empty until all rows have been counted. */
  firstValues: readonly string[];
};

const uncounted = { rows: 0, isCounting: true, share: 0, problem: null, firstValues: [] };

/** Opens a file in a worker and counts its rows. Starts over when the user corrects the encoding, separator or sheet. */
export function useOpenedFile(file: Blob, corrections: Corrections): OpenState {
  const [state, setState] = useState<OpenState>({ opened: null, ...uncounted });
  useEffect(() => {
    const show = (change: Partial<OpenState>) => setState((before) => ({ ...before, ...change }));
    show(uncounted);
    return startOpening({
      file,
      corrections,
      onReport: (report) => {
        if (report.type === 'opening') show({ share: report.share });
        if (report.type === 'opened') show({ opened: report.opened, share: 0 });
        if (report.type === 'counting') show({ rows: report.rows, share: report.share });
        if (report.type === 'counted') {
          const { rows, firstValues } = report;
          show({ rows, firstValues, isCounting: false, share: 1 });
        }
      },
      onFailed: ({ message }) => show({ problem: message, isCounting: false }),
    });
  }, [file, corrections]);
  return state;
}
