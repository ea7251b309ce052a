import { globSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '..');

/**
 * Loads half of the test files that need Firefox. The files of a half run one after another in the same process, so that they share
 * Firefox, the sandbox and the compiled modules.
 */
export async function loadHalf(half: 0 | 1): Promise<void> {
  const files = globSync('**/*.browser.test.ts', { cwd: sources }).toSorted();
  for (const [index, file] of files.entries()) if (index % 2 === half) await import(join(sources, file));
}
