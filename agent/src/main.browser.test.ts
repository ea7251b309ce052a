import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { AgentRequestType } from '@sandpiper/contract/agent';
import { browserProfileListSchema, browserProfileTestSchema } from '@sandpiper/contract/browser-profiles';
import { poll } from './platform/clock.ts';
import { firefoxExecutable } from './testing/firefox.ts';
import type { FakeRequest, FakeServer } from './testing/fake-server.state.ts';
import { startFakeServer } from './testing/fake-server.ts';
import { offerPack, signedPack, trustKey } from './testing/page-packs.ts';
import { startSandbox, type Sandbox } from './testing/sandbox.ts';
import { temporaryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

type Run = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

/** Returns an environment without a display and with a separate home folder, so that tests don't use the developer's own Firefox. */
function environment(home: string | undefined): NodeJS.ProcessEnv {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, XDG_CONFIG_HOME: _config, ...env } = process.env;
  return home === undefined ? env : { ...env, HOME: home };
}

let home: string | undefined;

function start(...args: string[]): Run {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(home),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => void (output += piece.toString()));
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, output: () => output, ended };
}

async function result(...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const run = start(...args);
  const code = await run.ended;
  return { code, lines: run.output().trim().split('\n') };
}

describe('the program', { timeout: 1_500_000 }, () => {
  let folder: TemporaryFolder;
  let server: FakeServer;
  beforeEach(async () => {
    folder = await temporaryFolder();
    server = await startFakeServer();
  });
  afterEach(async () => {
    home = undefined;
    await server.close();
    await folder.remove();
  });

  /** Starts an agent for tests that don't need Instagram. Its Instagram URL doesn't respond. */
  const startWithToken = (dataDir: string): Run => {
    const at = ['--data-dir', dataDir, '--server', server.url, '--token', 'agent-token'];
    return start(...at, '--headless', '--instagram-url', 'http://127.0.0.1:9');
  };
  const expectRefusal = async (args: string[], text: RegExp): Promise<void> => {
    const { code, lines } = await result('--data-dir', folder.path, '--headless', ...args);
    assert.equal(code, 1, lines.join('\n'));
    assert.match(lines.at(-1) ?? '', text);
    assert.doesNotMatch(lines.join('\n'), /^\s+at /mu);
  };

  test('says in one line what is wrong', async () => {
    await expectRefusal(['--server', 'nonsense', '--token', 't'], /is not a web address/u);
    await expectRefusal(['--token', 't'], /Choose a server first/u);
    await expectRefusal(
      ['--server', server.url, '--token', 't', '--firefox', '/nowhere/firefox'],
      /no Firefox at \/nowhere\/firefox/u,
    );
    await expectRefusal(['--server', server.url, '--token', 'wrong'], /doesn't know this agent's token/u);
    await expectRefusal(['--server', server.url, '--token', 'agent-token'], /sandbox mode/u);
    server.behavior.error = 'agent_outdated';
    await expectRefusal(['--server', server.url, '--token', 'agent-token'], /Get the new Sandpiper Agent/u);
    await expectRefusal(['dance'], /no command "dance"/u);
  });

  test('a crash and a refusal have different exit codes', async () => {
    await mkdir(join(folder.path, 'browsers.json'));
    const at = ['--data-dir', folder.path, '--server', server.url];
    const { code, lines } = await result('run', ...at, '--headless', '--token', 'agent-token');
    assert.equal(code, 70, lines.join('\n'));
    assert.match(lines.at(-1) ?? '', /Something went wrong in the agent itself/u);
  });

  test('without a screen, the exit code requests a retry', async () => {
    const { code, lines } = await result('run', '--data-dir', folder.path, '--server', server.url, '--token', 't');
    assert.deepEqual([code, lines.length], [75, 1], lines.join('\n'));
    assert.match(lines[0] ?? '', /There is no screen/u);
  });

  test('does not pair when the system started it, and under launchd a refusal exits with 0', async () => {
    home = folder.path;
    const at = ['run', '--data-dir', folder.path, '--headless', '--server', server.url];
    const { code, lines } = await result(...at);
    assert.deepEqual([code, lines], [1, ['This computer is not paired yet. Run: sandpiper-agent pair']]);
    assert.match(
      await readFile(join(folder.path, 'logs', 'agent.log'), 'utf8'),
      /"said":"This computer is not paired/u,
    );
    assert.equal((await result(...at, '--launchd')).code, 0);
    await mkdir(join(folder.path, 'browsers.json'));
    assert.equal((await result(...at, '--launchd', '--token', 'agent-token')).code, 70);
  });

  test('shows help and version, and reports that no agent is running', async () => {
    assert.match((await result('help', 'run')).lines.join('\n'), /--headless/u);
    assert.match((await result('version')).lines.join('\n'), /^\d+\.\d+\.\d+$/u);
    const { code, lines } = await result('status', '--data-dir', folder.path);
    assert.deepEqual([code, lines], [1, ['The agent is not running. Start it with "sandpiper-agent run".']]);
  });

  test('the doctor reports what is wrong and fails', async () => {
    server.behavior.sandbox = false;
    const { code, lines } = await result(
      'doctor',
      '--headless',
      '--data-dir',
      folder.path,
      '--server',
      server.url,
      '--token',
      'agent-token',
    );
    assert.deepEqual([code, lines.at(-1)], [0, 'No problems found.'], lines.join('\n'));
    assert.match(lines.join('\n'), /ok {4}Firefox \d+/u);
    await expectRefusal(['doctor', '--server', 'http://127.0.0.1:9', '--token', 't'], /needs? your attention/u);
  });

  test('pairs with a code, stores the token, and removes it at logout', async () => {
    home = folder.path;
    const at = ['--data-dir', folder.path, '--headless'];
    const paired = await result('pair', ...at, '--server', server.url);
    assert.equal(paired.code, 0, paired.lines.join('\n'));
    assert.match(paired.lines.join('\n'), /BCDF-GHJK/u);
    assert.doesNotMatch(paired.lines.join('\n'), /agent-token/u);
    server.behavior.sandbox = false;
    const run = start(...at);
    const connected = await poll(() => (/Connected to/u.test(run.output()) ? true : null), { timeoutMs: 180_000 });
    assert.ok(connected === true, run.output());
    run.child.kill('SIGTERM');
    assert.equal(await run.ended, 0);
    assert.equal((await result('logout', ...at)).code, 0);
    assert.equal(
      (await result('doctor', ...at)).lines.some(
        (line) => line.includes('not paired yet') || line.includes('answered with an error'),
      ),
      true,
    );
  });

  test('shows the page pack that it downloaded while running, and goes back', async () => {
    const dataDir = join(folder.path, 'data');
    await trustKey(dataDir, server);
    offerPack(server, signedPack('2030-01-01'));
    const run = startWithToken(dataDir);
    const isTaken = (): true | null => (/Page pack 2030-01-01 is now in use/u.test(run.output()) ? true : null);
    assert.ok(await poll(isTaken, { timeoutMs: 180_000 }), run.output());
    assert.equal((await result('pages', '--data-dir', dataDir)).lines[0], 'In use:    2030-01-01');
    const { code, lines } = await result('pages', '--back', '--data-dir', dataDir);
    assert.equal(code, 0);
    assert.match(lines[0] ?? '', /^Went back from page pack 2030-01-01/u);
    assert.doesNotMatch((await result('pages', '--data-dir', dataDir)).lines[0] ?? '', /2030/u);
    run.child.kill('SIGTERM');
    assert.equal(await run.ended, 0);
  });

  test('creates, tests, lists and deletes a Firefox profile', async () => {
    home = folder.path;
    const run = startWithToken(join(folder.path, 'data'));
    const ask = async (
      type: AgentRequestType,
      given: { profile_name?: string; profile_path?: string; is_default?: boolean } = {},
    ): Promise<FakeRequest> => {
      const request = server.addRequest(type, given);
      const ended = await poll(() => (['completed', 'failed'].includes(request.status) ? true : null), {
        timeoutMs: 240_000,
      });
      assert.ok(ended === true, run.output());
      return request;
    };
    const made = await ask('profiles_create', { profile_name: 'made-here' });
    assert.equal(made.error, null);
    const list = browserProfileListSchema.parse((await ask('profiles_list')).results);
    const profile = list.profiles.find((each) => each.name === 'made-here');
    assert.ok(profile !== undefined && list.detected, JSON.stringify(list));
    assert.equal((await ask('profiles_create', { profile_name: 'made-here' })).status, 'failed');
    const tried = browserProfileTestSchema.parse((await ask('profiles_test', { profile_path: profile.path })).results);
    assert.deepEqual([tried.valid, tried.error], [true, null]);
    assert.equal((await ask('profiles_delete', { profile_path: folder.path })).status, 'failed');
    const isDefault = profile.is_default;
    assert.equal(
      (await ask('profiles_delete', { profile_path: profile.path })).status,
      isDefault ? 'failed' : 'completed',
    );
    assert.equal((await ask('profiles_create', { profile_name: 'the-default', is_default: true })).error, null);
    const later = browserProfileListSchema.parse((await ask('profiles_list')).results).profiles;
    const byDefault = later.filter((each) => each.is_default);
    assert.deepEqual(
      byDefault.map((each) => each.name),
      ['the-default'],
    );
    const refused = await ask('profiles_delete', { profile_path: byDefault[0]?.path ?? '' });
    assert.match(refused.error ?? '', /Firefox starts with/u);
    run.child.kill('SIGTERM');
    assert.equal(await run.ended, 0);
    assert.match(run.output(), /Couldn't create the Firefox profile "made-here"\. A Firefox profile named/u);
    if (isDefault) return;
    const id = /Deleted the Firefox profile made-here for you.*profiles restore ([0-9a-f]{8})/u.exec(run.output())?.[1];
    const back = await result('profiles', 'restore', id ?? '', '--data-dir', join(folder.path, 'data'));
    assert.match(back.lines.join('\n'), /made-here was restored to/u);
  });

  test('retries while the server is down, and obeys pause, status, resume and stop', async () => {
    server.behavior.isDown = true;
    const at = ['--data-dir', folder.path];
    const run = startWithToken(folder.path);
    const says = async (text: RegExp): Promise<void> => {
      const said = await poll(() => (text.test(run.output()) ? true : null), { timeoutMs: 180_000 });
      assert.ok(said === true, run.output());
    };
    await says(/Can't reach/u);
    server.behavior.isDown = false;
    await says(/Connected to/u);
    assert.match((await result('pause', ...at)).lines.join('\n'), /Paused/u);
    assert.match(
      (await result('status', ...at)).lines.join('\n'),
      /paused \(run[^\n]*\n.*connected, working for tester/u,
    );
    assert.match(
      (await result('run', ...at, '--server', server.url, '--headless')).lines.join('\n'),
      /already running/u,
    );
    assert.match((await result('resume', ...at)).lines.join('\n'), /sending again/u);
    assert.equal((await result('stop', ...at)).code, 0);
    assert.equal(await run.ended, 0);
    assert.equal(server.signOffs, 1);
  });
});

describe('the program, killed at the worst moment', { timeout: 1_500_000 }, () => {
  let sandbox: Sandbox;
  let server: FakeServer;
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await temporaryFolder();
    server = await startFakeServer();
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    await server.close();
    await sandbox.close();
    await folder.remove();
  });

  const site = async (): Promise<string[]> => ['--instagram-url', sandbox.url, '--firefox', await firefoxExecutable()];
  const run = async (): Promise<Run> =>
    start('--data-dir', folder.path, '--server', server.url, '--token', 'agent-token', '--headless', ...(await site()));

  test('between Enter and the report: nobody is messaged twice or skipped, and its Firefox is closed', async () => {
    await sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: ['alice', 'bob'],
      time_scale: 0.1,
    });
    // The message appears so late that the test kills the agent while it's still waiting for the message.
    await sandbox.faults({ name: 'late_bubble', person: 'alice', ms: 15_000 });
    server.accounts.push({
      id: 1,
      name: 'Sender',
      path: join(folder.path, 'profiles', 'sender'),
      credentials: { username: 'sender', password: 'secret' },
    });
    server.addDelivery('alice', 'Hello alice');
    server.addDelivery('bob', 'Hello bob');

    const first = await run();
    const left = await poll(async () => ((await sandbox.deliveries()).length > 0 ? true : null), {
      timeoutMs: 180_000,
    });
    assert.ok(left === true, first.output());
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await run();
    const isDone = (): boolean => server.deliveries.every((each) => each.state.status === 'sent');
    const done = await poll(() => (isDone() ? true : null), { timeoutMs: 240_000, intervalMs: 200 });
    assert.ok(done === true, second.output());
    assert.match(second.output(), /Closed 1 Firefox window left open by an earlier run/u);
    second.child.kill('SIGTERM');
    assert.equal(await second.ended, 0);

    const delivered = (await sandbox.deliveries()).map((each) => each.to);
    assert.deepEqual(delivered.toSorted(), ['alice', 'bob']);
    assert.deepEqual(
      server.deliveries[0]?.reports.map((each) => each.outcome),
      ['unknown', 'sent'],
    );
  });
});
