import { fileURLToPath } from 'node:url';
import { freePort } from '@sandpiper/testkit/ports';
import { startProgram } from '@sandpiper/testkit/program';
import { inherited } from '../config.ts';
import { timed } from '../figures.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { inDataFolder } from '../system/server-process.ts';
import { runYardstick } from '../system/yardstick-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function start(dataDir: string): Promise<number> {
  const env = { ...inherited, PORT: String(await freePort()), DATA_DIR: dataDir, ADMIN_PASSWORD: 'measure me' };
  const options = { args: ['scripts/run.mjs', 'scripts/start.ts'], cwd: root, env };
  const { ms, result: program } = await timed(async () => {
    const program = startProgram('server', options);
    // Allow ten minutes, because the first start may have to build the web app.
    await program.waitFor(/Sandpiper is ready/, 600_000);
    return program;
  });
  await program.stop();
  return ms;
}

async function measure({ rounds }: Effort): Promise<Line[]> {
  return inDataFolder(async (dataDir) => {
    await start(dataDir);
    const figures = await inTurn(
      rounds,
      () => start(dataDir),
      () => runYardstick('embedded-alone', [dataDir]),
    );
    const yardstick = 'a program that only opens the embedded database';
    return [
      {
        what: 'a second `npm start`, until the server is ready',
        yardstick,
        unit: 'ms',
        aim: { atMost: 2 },
        ...figures,
      },
    ];
  });
}

export const startRow: Row = { name: 'start', what: 'time until the server is ready', measure };
