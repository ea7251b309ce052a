import { problemText } from './file-problem.ts';
import { chunksOf } from './import-rows.ts';
import { openFile, rowsOf } from './open-file.ts';
import type { ReaderJob, ReaderOrder, ReaderReport } from './reader-messages.ts';

const report = (message: ReaderReport) => self.postMessage(message);

/** Resolves when the page asks for the next chunk, so that no more than one waits in memory. */
let askNext: () => void = () => undefined;

self.addEventListener('message', ({ data: order }: MessageEvent<ReaderOrder>) => {
  if (order.job === 'next') askNext();
  else work(order).catch((error: unknown) => report({ type: 'failed', problem: problemText(error) }));
});

function work(order: ReaderJob): Promise<void> {
  return order.job === 'open' ? open(order) : read(order);
}

const reportMs = 100;

/** Calls the function at most ten times a second. */
function seldom<Values extends unknown[]>(act: (...values: Values) => void): (...values: Values) => void {
  let last = 0;
  return (...values) => {
    if (Date.now() - last < reportMs) return;
    last = Date.now();
    act(...values);
  };
}

async function open({ file, corrections }: Extract<ReaderJob, { job: 'open' }>): Promise<void> {
  const opened = await openFile(
    file,
    corrections,
    seldom((share) => report({ type: 'opening', share })),
  );
  report({ type: 'opened', opened });
  let rows = 0;
  const counting = seldom((share: number) => report({ type: 'counting', rows, share }));
  for await (const batch of rowsOf(file, opened.layout, counting)) rows += batch.length;
  report({ type: 'counted', rows });
}

async function read({ file, layout, mapping }: Extract<ReaderJob, { job: 'read' }>): Promise<void> {
  let share = 0;
  const batches = rowsOf(file, layout, (reached) => {
    share = reached;
  });
  for await (const rows of chunksOf(batches, mapping)) {
    const next = new Promise<void>((resolve) => {
      askNext = resolve;
    });
    report({ type: 'rows', rows, share });
    await next;
  }
  report({ type: 'end' });
}
