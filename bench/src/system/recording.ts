import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startServer } from './server-process.ts';
import type { ServerPlace, ServerProcess } from './server-process.ts';

/** A line of the file to which a recorded server writes its statements. */
export const statementSchema = z.object({ text: z.string(), values: z.array(z.unknown()) });
export type Statement = z.infer<typeof statementSchema>;
type Recorder = (work: () => Promise<unknown>) => Promise<Statement[]>;

const recorder = fileURLToPath(new URL('statement-recorder.ts', import.meta.url));

/** Starts a server whose statements are recorded, and stops it after `work`. */
export async function withRecordedServer<T>(
  place: ServerPlace,
  work: (server: ServerProcess, statementsOf: Recorder) => Promise<T>,
): Promise<T> {
  const file = join(place.dataDir, 'statements.jsonl');
  const server = await startServer(place, { imports: [recorder], env: { RECORDING_FILE: file } });
  try {
    return await work(server, async (calls) => {
      await writeFile(file, '');
      await calls();
      const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
      return lines.map((line) => statementSchema.parse(JSON.parse(line)));
    });
  } finally {
    await server.stop();
  }
}
