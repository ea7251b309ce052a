import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLineOf, startTimeOf } from './processes.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { runProgram } from './run-program.ts';

const path = '/Users/José/Profile/ana';

/** Imitates a program that prints the path readably only if its arguments ask for UTF-8. */
function printer(asksForUtf8: RegExp): typeof runProgram {
  return (file, args) => {
    const isReadable = asksForUtf8.test([file, ...args].join(' '));
    const stdout = `firefox --profile ${isReadable ? path : path.replace('é', '\\M-C\\M-)')}\n`;
    return Promise.resolve({ code: 0, stdout, stderr: '' });
  };
}

test('a command line keeps its non-ASCII letters on Windows and macOS', async () => {
  const expected = `firefox --profile ${path}`;
  assert.equal(await commandLineOf(1, 'win32', printer(/OutputEncoding = New-Object Text\.UTF8Encoding/u)), expected);
  assert.equal(await commandLineOf(1, 'darwin', printer(/^\/usr\/bin\/env LC_ALL=\S+\.UTF-8 \/bin\/ps /u)), expected);
});

test('a command line keeps its non-ASCII letters on Linux', { skip: process.platform !== 'linux' }, async () => {
  const sleeping = spawn('sleep', ['60'], { argv0: path });
  await once(sleeping, 'spawn');
  try {
    assert.equal(await commandLineOf(sleeping.pid ?? 0), `${path} 60`);
  } finally {
    sleeping.kill();
  }
});

test('a process’s start time is known on Linux', { skip: process.platform !== 'linux' }, async () => {
  const folder = await temporaryFolder();
  const script = join(folder.path, 'a) (b');
  await writeFile(script, '#!/bin/sh\nread line\n', { mode: 0o700 });
  const before = Date.now();
  const waiting = spawn(script);
  await once(waiting, 'spawn');
  try {
    const started = (await startTimeOf(waiting.pid ?? 0)) ?? assert.fail();
    // Linux gives the time at which the computer was started in whole seconds.
    assert.ok(Math.abs(started - before) < 3000, `${started - before} ms`);
  } finally {
    waiting.kill();
    await folder.remove();
  }
  assert.equal(await startTimeOf(2 ** 30), null);
});
