import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from '@sandpiper/testkit/percentile';
import { z } from 'zod';
import { milliseconds, printFigure } from '../figures.ts';
import { reportSent } from '../sending-computer.ts';
import { withReports } from '../rows/socket.ts';
import { inPostgres } from '../system/postgres-place.ts';

const times = 300;
const betweenMs = 25;
const recorder = fileURLToPath(new URL('../system/report-recorder.ts', import.meta.url));

const moments = ['call', 'request', 'begin', 'commit', 'committed', 'event', 'received'] as const;
type Moment = (typeof moments)[number];
const noteSchema = z.object({ what: z.enum(moments), at: z.number() });

/** Each moment after the call, with a description of what happens between the previous moment and that moment. */
const parts: readonly [Moment, string][] = [
  ['request', 'the call reaches the server'],
  ['begin', 'the server reads the call and finds out who is calling'],
  ['commit', 'the statements of the transaction'],
  ['committed', 'the commit'],
  ['event', 'after the commit, until the event is written to the socket'],
  ['received', 'the event reaches the browser'],
];

const epochMs = () => performance.timeOrigin + performance.now();

/** Measures how long each step from an agent's report to the browser takes, with 1,000 sockets. */
export async function measureReportParts(): Promise<void> {
  console.log(`From a report to the browser, ${times} reports, PostgreSQL (median, 99th percentile)`);
  await inPostgres(async (place) => {
    const file = join(place.dataDir, 'moments.jsonl');
    const extras = { imports: [recorder], env: { RECORDING_FILE: file } };
    const between = new Map<Moment, number[]>(parts.map(([moment]) => [moment, []]));
    const totals: number[] = [];
    await withReports(place, { times, extras }, async ({ computer, browser, nextClaims }) => {
      // The first events are slower, because the server is still compiling its code.
      for (const isWarm of [false, true]) {
        for (const claim of await nextClaims()) {
          await writeFile(file, '');
          const received = new Promise<number>((resolve) => browser.once('campaign_log', () => resolve(epochMs())));
          const call = epochMs();
          const answered = reportSent(computer, claim);
          const end = await received;
          await answered;
          await setTimeout(betweenMs);
          if (!isWarm) continue;
          const found = new Map<Moment, number>([['call', call]]);
          for (const line of (await readFile(file, 'utf8')).trim().split('\n')) {
            const { what, at } = noteSchema.parse(JSON.parse(line));
            if (!found.has(what)) found.set(what, at);
          }
          found.set('received', end);
          totals.push(end - call);
          let last = call;
          for (const [moment] of parts) {
            const at = found.get(moment) ?? last;
            between.get(moment)?.push(at - last);
            last = at;
          }
        }
      }
    });
    const figure = (values: readonly number[]) => [50, 99].map((at) => milliseconds(percentile(values, at))).join(', ');
    for (const [moment, what] of parts) printFigure(what, figure(between.get(moment) ?? []));
    printFigure('in total', figure(totals));
  });
}
