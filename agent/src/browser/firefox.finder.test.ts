import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { runProgram } from '../platform/run-program.ts';
import { testComputer } from '../testing/profiles.ts';
import { findFirefox, whyNoFirefox } from './firefox.finder.ts';

const computer = testComputer();

test('on Windows, Firefox is found through the registry, even if its path contains non-ASCII letters', async () => {
  const executable = join(computer.folder.path, 'Programme für José', 'firefox.exe');
  await mkdir(dirname(executable));
  await writeFile(executable, '');
  await chmod(executable, 0o700);
  await writeFile(join(dirname(executable), 'application.ini'), '[App]\nVersion=140.0\n');
  /** Imitates PowerShell, which garbles non-ASCII letters unless the script asks for UTF-8. */
  const run: typeof runProgram = (_file, args) => {
    const isReadable = /OutputEncoding = New-Object Text\.UTF8Encoding/u.test(args.join(' '));
    const stdout = `C:\\removed\\firefox.exe\r\n${isReadable ? executable : executable.replaceAll(/[üé]/gu, '?')}\r\n`;
    return Promise.resolve({ code: 0, stdout, stderr: '' });
  };
  const found = await findFirefox({ ...computer.machine, platform: 'win32' }, null, run);
  assert.deepEqual(found, { executable, version: '140.0', major: 140 });
});

test('a given path must be a program, or on macOS an app', async () => {
  const app = join(computer.folder.path, 'Firefox.app');
  const executable = join(app, 'Contents', 'MacOS', 'firefox');
  await mkdir(dirname(executable), { recursive: true });
  await writeFile(executable, '#!/bin/sh\necho "Mozilla Firefox 140.0"\n', { mode: 0o700 });
  const on = (platform: NodeJS.Platform) => ({ ...computer.machine, platform });
  const found = { executable, version: '140.0', major: 140 };
  assert.deepEqual(await findFirefox(on('darwin'), app), found);
  assert.deepEqual(await findFirefox(on('darwin'), executable), found);
  assert.equal(await findFirefox(on('linux'), app), null);
  assert.equal(
    await whyNoFirefox(on('linux'), app),
    `There is no Firefox at ${app}. Correct the path in --firefox or FIREFOX.`,
  );
});
