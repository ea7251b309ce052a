import { problemText } from './file-problem.ts';
import { chunksOf } from './import-rows.ts';
import { openFile, rowsOf } from './open-file.ts';
import type { RawRow } from './raw-rows.ts';
import type { ReaderJob, ReaderOrder, ReaderReport } from './reader-messages.ts';

type Report = (message: ReaderReport) => void;

/** Creates the worker's message handler. */
export function createReader(report: Report): (order: ReaderOrder) => void {
  /** Resolves when the page asks for the next chunk. Until then, the worker doesn't read ahead, so only one chunk is in memory. */
  let next = Promise.withResolvers<void>();
  const waitForNext = async () => {
    await next.promise;
    next = Promise.withResolvers();
  };
  return (order) => {
    if (order.job === 'next') next.resolve();
    else {
      const work = order.job === 'open' ? open(order, report) : read(order, report, waitForNext);
      work.catch((error: unknown) => report({ type: 'failed', problem: problemText(error) }));
    }
  };
}

const reportMs = 100;

/** Throttles a progress callback to ten calls per second. */
function throttled(act: (share: number) => void): (share: number) => void {
  let last = 0;
  return (share) => {
    if (Date.now() - last < reportMs) return;
    last = Date.now();
    act(share);
  };
}

async function open({ file, corrections }: Extract<ReaderJob, { job: 'open' }>, report: Report): Promise<void> {
  const opening = throttled((share) => report({ type: 'opening', share }));
  const opened = await openFile(file, corrections, opening);
  report({ type: 'opened', opened });
  let rows = 0;
  const counting = throttled((share) => report({ type: 'counting', rows, share }));
  const firstValues: string[] = [];
  for await (const batch of rowsOf(file, opened.layout, counting)) {
    keepFirstValues(firstValues, batch.slice(Math.max(0, opened.sample.length - rows)));
    rows += batch.length;
  }
  report({ type: 'counted', rows, firstValues });
}

function keepFirstValues(values: string[], rows: readonly RawRow[]): void {
  for (const { cells, isBroken } of rows) {
    if (isBroken) continue;
    for (const [column, cell] of cells.entries()) values[column] ||= cell;
  }
}

type ReadJob = Extract<ReaderJob, { job: 'read' }>;

async function read(
  { file, layout, mapping }: ReadJob,
  report: Report,
  waitForNext: () => Promise<void>,
): Promise<void> {
  for await (const rows of chunksOf(rowsOf(file, layout), mapping)) {
    report({ type: 'rows', rows });
    await waitForNext();
  }
  report({ type: 'end' });
}
