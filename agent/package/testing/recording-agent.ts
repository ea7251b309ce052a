import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wine } from './wine.ts';

/**
 * Replaces the agent in a folder with one that only records which commands it gets. Each command ends with the next of these exit codes,
 * and with 0 after the last one. Returns a function that lists the commands.
 */
export async function useRecordingAgent(
  { drive }: Wine,
  folder: string,
  exitCodes: readonly number[],
): Promise<() => Promise<string[]>> {
  const record = join(drive, 'asked');
  const asked = async (): Promise<string[]> =>
    existsSync(record) ? (await readFile(record, 'utf8')).trim().split('\n') : [];
  const script = `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync('C:/asked', process.argv[2] + '\\n');
const count = readFileSync('C:/asked', 'utf8').trim().split('\\n').length;
process.exit(${JSON.stringify(exitCodes)}[count - 1] ?? 0);
`;
  await rm(record, { force: true });
  await writeFile(join(folder, 'agent.mjs'), script);
  return asked;
}
