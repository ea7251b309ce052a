import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const main = join(import.meta.dirname, 'main.ts');

type Result = {
  nemesis: { histories: number; failed: { seed: number; violation: string }[]; struck: Record<string, number> };
};

function isResult(value: unknown): value is Result {
  return typeof value === 'object' && value !== null && 'nemesis' in value;
}

/** Runs the nemesis in its own process and returns its result and output. */
async function play(...args: string[]): Promise<Result['nemesis'] & { said: string }> {
  const { stdout } = await run(process.execPath, [main, ...args], { maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => {
      // If the nemesis finds a violation, it prints its result and exits with code 1.
      if (error instanceof Error && 'stdout' in error && String(error.stdout) !== '')
        return { stdout: String(error.stdout) };
      throw error;
    },
  );
  const result: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null');
  assert.ok(isResult(result), stdout);
  return { ...result.nemesis, said: stdout };
}

describe('random histories', { concurrency: 2 }, () => {
  it('break no rule on the embedded database', async () => {
    const { failed, histories, struck, said } = await play('--histories', '40', '--seed', '1', '--tries', '60');
    assert.deepEqual(failed, [], said);
    assert.equal(histories, 40);
    assert.ok(Object.keys(struck).length > 40, `only these faults occurred: ${Object.keys(struck).join(', ')}`);
  });

  for (const name of ['same_message_off', 'journal_overruled', 'pace_only_in_agent']) {
    it(`reveal a planted mistake: ${name}`, async () => {
      const { failed } = await play('--histories', '60', '--seed', '1', '--planted', name, '--tries', '0');
      assert.equal(failed.length, 1);
    });
  }
});
