import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { campaignOf, untilCampaign } from '../campaign-truth.ts';
import { isLongRun } from '../config.ts';
import { processesIn } from '@sandpiper/testkit/folder-processes';
import { signIn } from '@sandpiper/testkit/people';
import { freePort, listenOnFreePort } from '@sandpiper/testkit/ports';
import type { Program } from '@sandpiper/testkit/program';
import { serverArgs } from '../server-program.ts';
import { expect, test } from '../stack.ts';

/** Expects the program to fail and to print, apart from boxed notices, a single line that says why. */
async function expectOneClearLine(program: Program, line: RegExp): Promise<void> {
  const { code, signal } = await program.ended;
  const lines = program
    .output()
    .split('\n')
    .filter((text) => text.trim() !== '' && !/^[┌│└]/.test(text));
  expect(lines, program.output()).toHaveLength(1);
  expect(lines[0]).toMatch(line);
  expect({ code, signal }).toEqual({ code: 1, signal: null });
}

test('the server names the data folder that it cannot write to', async ({ stack }) => {
  const dataDir = join(stack.folder, 'data');
  writeFileSync(dataDir, 'a file, not a folder');
  for (const place of [dataDir, join(dataDir, 'inside')]) {
    const program = stack.start('server', { args: serverArgs, env: { DATA_DIR: place, PORT: '0' } });
    await expectOneClearLine(program, /Can't write to the data folder \/.+data/);
  }
});

test('the server says that it cannot connect to the database, whether the database refuses the connection or never responds', async ({
  stack,
}) => {
  const silent = createServer();
  const ports = [await freePort(), await listenOnFreePort(silent)];
  try {
    const programs = ports.map((each) =>
      stack.start('server', {
        args: serverArgs,
        env: {
          DATA_DIR: join(stack.folder, 'data'),
          PORT: '0',
          DATABASE_URL: `postgresql://nobody@127.0.0.1:${each}/none`,
        },
      }),
    );
    for (const program of programs) await expectOneClearLine(program, /Can't connect to the database in DATABASE_URL/);
  } finally {
    silent.close();
  }
});

test('the demo responds and sends messages, and Ctrl+C leaves nothing behind', async ({ stack }) => {
  const temporary = join(stack.folder, 'demo');
  mkdirSync(temporary);
  const demo = stack.start('demo', { args: ['scripts/demo.ts', '--headless'], env: { TMPDIR: temporary, PORT: '0' } });
  const [, url = '', id = ''] = await demo.waitFor(/Campaign\s+(http:\/\/\S+)\/campaigns\/(\d+)/, 240_000);
  const [, username = '', password = ''] = await demo.waitFor(/Sign in as\s+(\S+) \/ (\S+)/);
  const { call } = await signIn(url, { username, password });
  expect((await campaignOf(call, Number(id))).total_list).toBe(12);
  if (isLongRun) {
    // The demo itself compares the campaign with the messages that actually arrived.
    await demo.waitFor(/The campaign has ended: 11 people got their message/, 240_000);
  } else {
    await untilCampaign(call, Number(id), ({ total_sent }) => total_sent > 0);
  }
  expect(processesIn(temporary).length, "programs are running in the demo's folder").toBeGreaterThan(0);

  const { code, signal } = await demo.stop('SIGINT');
  expect({ code, signal }, demo.output()).toEqual({ code: 0, signal: null });
  expect(processesIn(temporary)).toEqual([]);
  expect(readdirSync(temporary).filter((name) => name.startsWith('sandpiper-'))).toEqual([]);
  await expect(fetch(`${url}/api/health`)).rejects.toThrow();
});
