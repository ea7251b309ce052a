import { readFile } from 'fs/promises';

export async function load(): Promise<string> {
  return readFile('planted', 'utf8');
}

export function run(input: any): string {
  load();
  console.log(input);
  try {
    return String(JSON.parse('{}') as { name: string });
  } catch {}
  return [input][0]!;
}

export const notANumber: number = 'planted';

export default run;
