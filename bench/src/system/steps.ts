import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startServer } from './server-process.ts';
import type { ServerPlace, ServerProcess } from './server-process.ts';

/**
 * A line of the file to which a recorded server writes the steps that held up other requests for at least 5 ms. Times are in milliseconds.
 */
const stepSchema = z.object({
  kind: z.enum(['use', 'turn']),
  ms: z.number(),
  /** The processor time of the server's main thread during the step. Other programs barely affect it. */
  cpuMs: z.number(),
  /** The beginnings of the statements that were sent since the pool last gave out a connection. */
  statements: z.array(z.string()),
});
export type Step = z.infer<typeof stepSchema>;

const recorder = fileURLToPath(new URL('step-recorder.ts', import.meta.url));

export type StepsServer = {
  server: ServerProcess;
  /** Runs `work` and returns its result and the steps during it. */
  recorded: <T>(work: () => Promise<T>) => Promise<{ result: T; steps: Step[] }>;
};

/** Starts a server whose steps are recorded, and stops it after `work`. */
export async function withRecordedSteps<T>(
  place: ServerPlace,
  work: (recorded: StepsServer) => Promise<T>,
): Promise<T> {
  const file = join(place.dataDir, 'steps.jsonl');
  const server = await startServer(place, { imports: [recorder], env: { RECORDING_FILE: file } });
  try {
    return await work({
      server,
      recorded: async (calls) => {
        await writeFile(file, '');
        const result = await calls();
        const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
        return { result, steps: lines.map((line) => stepSchema.parse(JSON.parse(line))) };
      },
    });
  } finally {
    await server.stop();
  }
}
