import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { poll } from './platform/clock.ts';
import { askAgent } from './platform/control-channel.ts';
import { testProgram } from './testing/program.ts';

describe('the program', { timeout: 120_000 }, () => {
  const program = testProgram();
  // Every write to this device fails as if the disk were full.
  const full = '/dev/full';

  test('exits with code 70 after an error outside of any task, so that the system restarts it', async () => {
    program.useFolderAsHome();
    program.runFirst(`const { write } = process.stdout;
      process.stdout.write = function (...given) {
        setImmediate(() => Promise.reject(new Error('a planted error')));
        return write.apply(this, given);
      };`);
    const { code, lines } = await program.result('pair', '--server', program.server.url);
    assert.equal(code, 70, lines.join('\n'));
    assert.equal(lines.at(-1), 'Something went wrong in the agent itself: a planted error');
  });

  test(
    'exits with code 75 if the disk is full, so that the system restarts it',
    { skip: !existsSync(full) },
    async () => {
      const { path } = program.folder;
      await symlink(full, join(path, 'agent.json.new'));
      const { code, lines } = await program.result('pause', '--data-dir', path);
      assert.equal(code, 75);
      assert.match(lines.join('\n'), /^The disk is full, so the agent can't save its files in /u);
    },
  );

  test('answers commands, and can be stopped, while it looks for Firefox', async () => {
    const { path } = program.folder;
    const firefox = join(path, 'firefox');
    await writeFile(firefox, `#!/bin/sh\ntouch "${path}/asked"\nexec sleep 20\n`, { mode: 0o700 });
    const run = program.start('--data-dir', path, '--headless', '--firefox', firefox, '--server', program.server.url);
    await poll(() => (existsSync(join(path, 'asked')) ? true : null), { timeoutMs: 90_000 });
    assert.equal(await askAgent(path, 'status'), 'The agent is starting.', run.output());
    assert.equal(await askAgent(path, 'stop'), 'The agent will stop now.');
    assert.equal((await run.ended).code, 0);
  });

  test('shows every step if it is verbose, but under launchd, only logs them', async () => {
    const { path } = program.folder;
    const firefox = join(path, 'firefox');
    await writeFile(firefox, '#!/bin/sh\necho Mozilla Firefox 140.0\n', { mode: 0o700 });
    // A folder in place of this file makes the agent crash, and the last step of a crash is logged.
    await mkdir(join(path, 'browsers.json'));
    const at = ['run', '--data-dir', path, '--headless', '--firefox', firefox, '--server', program.server.url];
    for (const [words, isShown] of [
      [['--verbose'], true],
      [['--verbose', '--launchd'], false],
    ] as const) {
      await rm(join(path, 'logs'), { recursive: true, force: true });
      const { code, lines } = await program.result(...at, '--token', 'agent-token', ...words);
      assert.equal(code, 70);
      assert.equal(/ error {2}ended /u.test(lines.join('\n')), isShown, lines.join('\n'));
      assert.match(await readFile(join(path, 'logs', 'agent.log'), 'utf8'), /"msg":"ended"/u);
    }
  });

  // No one can write to this folder, not even root.
  const readOnly = '/sys/kernel';
  for (const [command, problem] of [
    ['run', "Couldn't create the folder /sys/kernel/logs "],
    ['pause', "The agent can't write to the folder /sys/kernel "],
  ] as const) {
    test(`says what to do if its data folder is read-only (${command})`, { skip: !existsSync(readOnly) }, async () => {
      const { code, lines } = await program.result(command, '--data-dir', readOnly);
      assert.equal(code, 1);
      const [said = ''] = lines;
      assert.ok(said.startsWith(problem) && said.endsWith('with --data-dir.'), said);
    });
  }
});
