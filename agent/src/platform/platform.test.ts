import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { readAddress } from './address.ts';
import { createBackoff, retry } from './backoff.ts';
import { sleep } from './clock.ts';
import { readCommandLine } from './command-line.ts';
import { readConfig, windowsThatFit } from './config.ts';
import { askAgent, openControlChannel } from './control-channel.ts';
import { openLogFile } from './log-file.ts';
import { availableByPages } from './memory.ts';
import { runProgram } from './run-program.ts';
import { loadSettings, saveSettings } from './saved-settings.ts';

describe('the command line', () => {
  test('starts the agent if it has options but no command', () => {
    const line = readCommandLine(['--server', 'http://x', '--token', 't', '--headless']);
    assert.deepEqual([line.command, line.server, line.token, line.headless], ['run', 'http://x', 't', true]);
  });
  test('causes an error that quotes an unknown command, option or argument', () => {
    assert.throws(() => readCommandLine(['dance']), /no command "dance"/u);
    assert.throws(() => readCommandLine(['--dance']), /--dance/u);
    assert.throws(() => readCommandLine(['run', 'fast']), /"run" doesn't take the argument "fast"/u);
  });
  test('can have options before the command', () => {
    const line = readCommandLine(['--data-dir', '/d', 'doctor', '--headless']);
    assert.deepEqual([line.command, line.dataDir, line.headless], ['doctor', '/d', true]);
  });
  test('accepts --help and --version like commands, has help for each command, and refers to it in errors', () => {
    assert.match(readCommandLine(['--help']).text, /doctor {2,}check Firefox/u);
    assert.equal(readCommandLine(['-v']).command, 'version');
    for (const words of [
      ['help', 'run'],
      ['run', '--help'],
    ]) {
      const line = readCommandLine(words);
      assert.equal(line.command, 'help');
      assert.match(line.text, /--max-windows <number>/u);
    }
    assert.doesNotMatch(readCommandLine(['help', 'stop']).text, /--max-windows|--launchd|--console/u);
    assert.throws(() => readCommandLine(['help', 'dance']), /no command "dance"/u);
    const advice = (command: string) => `Run "sandpiper-agent help ${command}" to see the options.`;
    assert.throws(() => readCommandLine(['pair', '--server']), {
      message: `--server needs a value. ${advice('pair')}`,
    });
    assert.throws(() => readCommandLine(['--loud']), { message: `Unknown option "--loud". ${advice('run')}` });
  });
  test('has completion scripts for bash, zsh and fish, and the bash script completes options', async () => {
    const bash = readCommandLine(['completion', 'bash']).text;
    const asked = 'COMP_WORDS=(sandpiper-agent --max); COMP_CWORD=1; _sandpiper_agent; echo "${COMPREPLY[@]}"';
    assert.equal((await runProgram('bash', ['-c', `${bash}\n${asked}`])).stdout.trim(), '--max-windows');
    assert.match(readCommandLine(['completion', 'zsh']).text, /^autoload -U \+X bashcompinit/u);
    assert.match(readCommandLine(['completion', 'fish']).text, /-l firefox -r -F -d 'path to the Firefox executable'/u);
    assert.throws(() => readCommandLine(['completion']), /Choose a shell/u);
  });
});

describe('the configuration', () => {
  test('accepts only HTTP and HTTPS URLs as addresses, and removes a trailing slash', () => {
    assert.equal(readAddress('https://a.example/base/', 'The address'), 'https://a.example/base');
    assert.throws(() => readAddress('a.example', 'The address'), /isn.t a web address/u);
    assert.throws(() => readAddress('ftp://a.example', 'The address'), /https:\/\//u);
  });
  test('prefers the command line to the saved settings, and rejects invalid values', () =>
    inTemporaryFolder(async (path) => {
      await saveSettings(path, { server: 'https://saved.example' });
      const env = {};
      assert.equal(readConfig(['--data-dir', path], env).server, 'https://saved.example');
      assert.equal(
        readConfig(['--data-dir', path, '--server', 'https://said.example'], env).server,
        'https://said.example',
      );
      assert.throws(() => readConfig(['--data-dir', path, '--max-windows', '0'], env), /--max-windows/u);
    }));
  test('makes the path to Firefox absolute, because the system starts an installed agent in another folder', () => {
    assert.equal(readConfig(['--firefox', 'firefox/firefox'], {}).firefox, resolve('firefox/firefox'));
    assert.equal(readConfig([], { FIREFOX: '../firefox' }).firefox, resolve('../firefox'));
    assert.equal(readConfig([], { FIREFOX: '' }).firefox, null);
  });
  test('allows one window for each core, but no more than fit into half of the memory at 0.6 GB each, and at least one', () => {
    const fit = (cores: number, gigabytes: number): number => windowsThatFit(cores, gigabytes * 1024 ** 3);
    assert.deepEqual([fit(8, 16), fit(8, 4), fit(2, 64), fit(8, 1)], [8, 3, 2, 1]);
  });
  test('takes the token from the environment, so that other programs do not get it', async () => {
    process.env['SANDPIPER_AGENT_TOKEN'] = 'secret-token';
    assert.equal(readConfig([]).token, 'secret-token');
    const { code, stdout } = await runProgram(process.execPath, ['-p', 'JSON.stringify(process.env)']);
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /secret-token/u);
  });
  test('keeps a pause when other settings change', () =>
    inTemporaryFolder(async (path) => {
      await saveSettings(path, { is_paused: true });
      await saveSettings(path, { server: 'https://a.example' });
      assert.deepEqual(await loadSettings(path), { is_paused: true, server: 'https://a.example' });
    }));
});

describe('retrying', () => {
  test('uses delays that grow, stay within bounds and vary at random', () => {
    const backoff = createBackoff({ firstMs: 100, lastMs: 1000, random: () => 1 });
    assert.deepEqual(
      [backoff.next(), backoff.next(), backoff.next(), backoff.next(), backoff.next()],
      [100, 200, 400, 800, 1000],
    );
    backoff.reset();
    assert.equal(backoff.next(), 100);
    assert.equal(createBackoff({ firstMs: 100, random: () => 0 }).next(), 50);
  });
  test('stops at an error that a retry cannot fix', async () => {
    let tries = 0;
    const work = (): Promise<never> => {
      tries += 1;
      return Promise.reject(new Error(tries < 3 ? 'passing' : 'for good'));
    };
    const mayRetry = (error: unknown): boolean => error instanceof Error && error.message === 'passing';
    await assert.rejects(
      retry(work, { signal: new AbortController().signal, backoff: createBackoff({ firstMs: 1 }), mayRetry }),
      /for good/u,
    );
    assert.equal(tries, 3);
  });
  test('ends when it is aborted', async () => {
    const stop = new AbortController();
    const work = (): Promise<never> => {
      stop.abort();
      return Promise.reject(new Error('down'));
    };
    await assert.rejects(retry(work, { signal: stop.signal, mayRetry: () => true }), /down/u);
  });
});

describe('the log file', () => {
  test('starts a new file when the current one is full, and keeps a few old files', () =>
    inTemporaryFolder(async (path) => {
      const log = openLogFile(join(path, 'agent.log'), { maxBytes: 500, keep: 2 });
      for (let line = 0; line < 40; line += 1) log.info({ line }, 'something of some length happened');
      assert.deepEqual((await readdir(path)).toSorted(), ['agent.log', 'agent.log.1', 'agent.log.2']);
      assert.match(await readFile(join(path, 'agent.log'), 'utf8'), /"line":39/u);
    }));
  test('keeps growing if it cannot start a new file, and keeps the old files', () =>
    inTemporaryFolder(async (path) => {
      const file = join(path, 'agent.log');
      await writeFile(`${file}.1`, 'before');
      await mkdir(join(`${file}.0`, 'in the way'), { recursive: true });
      const log = openLogFile(file, { maxBytes: 200, keep: 2 });
      for (let line = 0; line < 20; line += 1) log.info({ line }, 'something of some length happened');
      assert.match(await readFile(file, 'utf8'), /"line":0,[^]*"line":19,/u);
      assert.equal(await readFile(`${file}.1`, 'utf8'), 'before');
    }));
  test('drops lines that it cannot write, for example on a full disk', { skip: process.platform !== 'linux' }, () =>
    assert.doesNotThrow(() => openLogFile('/dev/full').info('there is no room for this')),
  );
  test('contains no secrets, and only the user can read it', () =>
    inTemporaryFolder(async (path) => {
      const log = openLogFile(join(path, 'agent.log'), { secrets: ['tok-123'] });
      log.info({ token: 'abc', nested: { password: 'pw-9', insta_password: 'ig-7' } }, 'asked with tok-123');
      log.info({ insta_password: 'ig-8' }, 'changed');
      const text = await readFile(join(path, 'agent.log'), 'utf8');
      assert.doesNotMatch(text, /tok-123|pw-9|ig-7|ig-8|"abc"/u);
      if (process.platform !== 'win32') assert.equal((await stat(join(path, 'agent.log'))).mode & 0o077, 0);
    }));
});

describe('available memory on a Mac', () => {
  const counts = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10000.
Pages active:                            500000.
Pages inactive:                          400000.
Pages speculative:                         5000.
Pages wired down:                        100000.
`;
  test('includes free, inactive and speculative pages', () => {
    assert.equal(availableByPages(counts), 415_000 * 16_384);
  });
  test('is unknown when vm_stat prints unexpected text', () => {
    assert.equal(availableByPages(''), null);
    assert.equal(availableByPages(counts.replace('inactive', 'idle')), null);
  });
});

describe('the control channel', () => {
  test('answers commands, refuses a second agent, and can be opened again afterward', () =>
    inTemporaryFolder(async (path) => {
      assert.equal(await askAgent(path, 'status'), null);
      const channel = await openControlChannel(path, (command) => Promise.resolve(`did ${command}`));
      assert.equal(await askAgent(path, 'pause'), 'did pause');
      await assert.rejects(
        openControlChannel(path, () => Promise.resolve('')),
        /already running/u,
      );
      await channel.close();
      const next = await openControlChannel(path, () => Promise.resolve('next'));
      assert.equal(await askAgent(path, 'status'), 'next');
      await next.close();
    }));

  for (const [name, folder] of [
    ['short', 'a'],
    ['long', 'a'.repeat(120)],
    ['long in bytes', 'é'.repeat(45)],
  ] as const) {
    test(
      `can be reached through a symlink to its folder, if the path to the folder is ${name}`,
      { skip: process.platform === 'win32' },
      () =>
        inTemporaryFolder(async (path) => {
          const dataDir = join(path, folder);
          await mkdir(dataDir);
          await symlink(dataDir, join(path, 'link'));
          const channel = await openControlChannel(dataDir, () => Promise.resolve('here'));
          try {
            assert.equal(await askAgent(join(path, 'link'), 'status'), 'here');
          } finally {
            await channel.close();
          }
        }),
    );
  }

  test('reports that a command has failed, for example because the disk is full', () =>
    inTemporaryFolder(async (path) => {
      const fail = (): Promise<string> => Promise.reject(new Error('ENOSPC: no space left on device, write'));
      const channel = await openControlChannel(path, fail);
      await assert.rejects(askAgent(path, 'pause'), {
        name: 'UserError',
        message: 'The command failed (ENOSPC: no space left on device, write).',
      });
      await channel.close();
    }));

  test('is opened by only one of two agents that start at the same moment', async () => {
    for (let round = 0; round < 40; round += 1) {
      await inTemporaryFolder(async (path) => {
        const opening = [0, round / 20].map(async (ms) => {
          await sleep(ms);
          return openControlChannel(path, () => Promise.resolve('alone'));
        });
        const opened = await Promise.allSettled(opening);
        const channels = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
        assert.equal(channels.length, 1);
        await channels[0]?.close();
      });
    }
  });

  test(
    'can be opened again after a crash, which leaves the socket behind',
    { skip: process.platform === 'win32' },
    () =>
      inTemporaryFolder(async (path) => {
        const [socket, aside] = [join(path, 'agent.sock'), join(path, 'aside')];
        const crashed = createServer().listen(socket);
        await once(crashed, 'listening');
        await rename(socket, aside);
        crashed.close();
        await once(crashed, 'close');
        await rename(aside, socket);
        const channel = await openControlChannel(path, () => Promise.resolve('again'));
        assert.equal(await askAgent(path, 'status'), 'again');
        assert.equal((await stat(socket)).mode & 0o777, 0o600);
        await channel.close();
      }),
  );
});
