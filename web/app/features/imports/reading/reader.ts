import type { NewImportRow } from '@sandpiper/contract/imports';
import { FileProblem } from './file-problem.ts';
import type { Mapping } from './import-rows.ts';
import type { Corrections, Layout } from './layouts.ts';
import type { ReaderJob, ReaderOrder, ReaderReport } from './reader-messages.ts';
import { readingTexts } from './reading.texts.ts';

/* The page's side of the communication with the worker that reads files. To cancel a job, the page terminates the worker. */

type Listener = { onReport: (report: ReaderReport) => void; onFailed: (error: FileProblem) => void };

function startWorker(job: ReaderJob, { onReport, onFailed }: Listener) {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });
  const send = (order: ReaderOrder) => worker.postMessage(order, []);
  worker.addEventListener('message', ({ data: report }: MessageEvent<ReaderReport>) => {
    if (report.type === 'failed') onFailed(new FileProblem(report.problem));
    else onReport(report);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    onFailed(new FileProblem(readingTexts.notLoaded));
  });
  send(job);
  return { send, end: () => worker.terminate() };
}

type Opening = {
  file: Blob;
  corrections: Corrections;
  onReport: (report: ReaderReport) => void;
  onFailed: (error: FileProblem) => void;
};

/** Starts opening a file and counting its rows. Returns a function that cancels the work. */
export function startOpening({ file, corrections, onReport, onFailed }: Opening): () => void {
  const worker = startWorker(
    { job: 'open', file, corrections },
    {
      onReport: (report) => {
        onReport(report);
        if (report.type === 'counted') worker.end();
      },
      onFailed: (error) => {
        worker.end();
        onFailed(error);
      },
    },
  );
  return worker.end;
}

type Reading = { file: Blob; layout: Layout; mapping: Mapping };

/**
 * Yields a file's rows one chunk at a time. Throws a FileProblem if the file can't be read. Terminates the worker when the caller leaves
 * the loop.
 */
export async function* readRows({ file, layout, mapping }: Reading): AsyncGenerator<NewImportRow[]> {
  let report = newReport();
  const worker = startWorker(
    { job: 'read', file, layout, mapping },
    {
      onReport: (next) => report.resolve(next),
      onFailed: (error) => report.reject(error),
    },
  );
  try {
    for (;;) {
      const reported = await report.promise;
      if (reported.type !== 'rows') return;
      report = newReport();
      yield reported.rows;
      worker.send({ job: 'next' });
    }
  } finally {
    worker.end();
  }
}

function newReport() {
  const report = Promise.withResolvers<ReaderReport>();
  // Prevent an "unhandled rejection" if the worker fails between two chunks. The loop still throws the error when it asks for the next
  // chunk.
  report.promise.catch(() => undefined);
  return report;
}
