import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { openLogFile } from './log-file.ts';
import { createTerminal, withLog } from './terminal.ts';

describe('lines on the terminal', () => {
  test('contain no control characters, except tabs and line feeds', () => {
    const out = new PassThrough();
    createTerminal(out).print('a\u0000b\tc\nd\r\u001b[2Je\u009bf\u007f 👩');
    assert.equal(String(out.read()), 'a b\tc\nd  [2Je f  👩\n');
  });
  test('are logged without secrets, but command results are not logged', () =>
    inTemporaryFolder(async (path) => {
      const shown: string[] = [];
      const show = (text: string): void => void shown.push(text);
      const log = openLogFile(join(path, 'agent.log'), { secrets: ['tok-123'] });
      const terminal = withLog({ say: show, print: show, warn: show }, log);
      terminal.say('Account 1 → alice: 100% sent');
      terminal.warn('Careful with tok-123');
      terminal.print('The code: BCDF-GHJK');
      assert.equal(shown.length, 3);
      const text = await readFile(join(path, 'agent.log'), 'utf8');
      assert.match(text, /"said":"Account 1 → alice: 100% sent"/u);
      assert.match(text, /"level":40,.*Careful with \*\*\*/u);
      assert.doesNotMatch(text, /BCDF/u);
    }));
});

describe('a closed terminal', () => {
  test('does not end the agent, which still has to finish its work', async () => {
    const terminal = JSON.stringify(new URL('terminal.ts', import.meta.url).href);
    const script = `import { createTerminal } from ${terminal};
      const { say, warn } = createTerminal();
      setInterval(() => [say, warn].forEach((show) => show('still here')), 20);
      setTimeout(() => process.exit(7), 500);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.once('data', () => stream.destroy());
    const [code]: unknown[] = await once(child, 'exit');
    assert.equal(code, 7);
  });
});
