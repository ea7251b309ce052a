import { existsSync } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wine } from './wine.ts';

/**
 * Puts a program in front of the agent in a folder. It records each command, and ends it with the next of these exit codes. If this code is
 * null or missing, the agent itself carries out the command. Returns a function that lists the commands so far.
 */
export async function useRecordingAgent(
  { drive }: Wine,
  folder: string,
  exitCodes: readonly (number | null)[],
): Promise<() => Promise<string[]>> {
  const record = join(drive, 'asked');
  const asked = async (): Promise<string[]> =>
    existsSync(record) ? (await readFile(record, 'utf8')).trim().split('\n') : [];
  const script = `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync('C:/asked', process.argv[2] + '\\n');
const count = readFileSync('C:/asked', 'utf8').trim().split('\\n').length;
const code = ${JSON.stringify(exitCodes)}[count - 1] ?? null;
if (code !== null) process.exit(code);
await import('file:///C:/agent-itself.mjs');
`;
  await rm(record, { force: true });
  await copyFile(join(folder, 'agent.mjs'), join(drive, 'agent-itself.mjs'));
  await writeFile(join(folder, 'agent.mjs'), script);
  return asked;
}
