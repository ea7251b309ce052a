import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Program } from '@sandpiper/testkit/program';
import { poll } from './platform/clock.ts';
import { firefoxExecutable } from './testing/firefox.ts';
import { testProgram } from './testing/program.ts';
import { startSandbox, type Sandbox } from './testing/sandbox.ts';

describe('the program', { timeout: 1_500_000 }, () => {
  const program = testProgram();

  const expectRefusal = async (args: string[], text: RegExp): Promise<void> => {
    const { code, lines } = await program.result('--data-dir', program.folder.path, '--headless', ...args);
    assert.equal(code, 1, lines.join('\n'));
    assert.match(lines.at(-1) ?? '', text);
    assert.doesNotMatch(lines.join('\n'), /^\s+at /mu);
  };

  test('explains each error in its last line, without a stack trace', async () => {
    await expectRefusal(['--server', 'nonsense', '--token', 't'], /isn.t a web address/u);
    await expectRefusal(['--token', 't'], /Choose a server first/u);
    await expectRefusal(
      ['--server', program.server.url, '--token', 't', '--firefox', '/nowhere/firefox'],
      /no Firefox at \/nowhere\/firefox/u,
    );
    await expectRefusal(['--server', program.server.url, '--token', 'wrong'], /doesn't know this agent's token/u);
    await expectRefusal(['--server', program.server.url, '--token', 'agent-token'], /sandbox mode/u);
    program.server.behavior.error = 'agent_outdated';
    await expectRefusal(
      ['--server', program.server.url, '--token', 'agent-token'],
      /Get the matching Sandpiper Agent/u,
    );
    program.server.behavior.foreignStatus = 404;
    await expectRefusal(
      ['--server', program.server.url, '--token', 'agent-token'],
      /Something other than Sandpiper is answering/u,
    );
    await expectRefusal(['dance'], /no command "dance"/u);
  });

  test('exits with code 70 after a crash', async () => {
    await mkdir(join(program.folder.path, 'browsers.json'));
    const at = ['--data-dir', program.folder.path, '--server', program.server.url];
    const { code, lines } = await program.result('run', ...at, '--headless', '--token', 'agent-token');
    assert.equal(code, 70, lines.join('\n'));
    assert.match(lines.at(-1) ?? '', /Something went wrong in the agent itself/u);
  });

  test('exits with code 75 if there is no display, so that the system starts it again later', async () => {
    const { code, lines } = await program.result(
      'run',
      '--data-dir',
      program.folder.path,
      '--server',
      program.server.url,
      '--token',
      't',
    );
    assert.deepEqual([code, lines.length], [75, 1], lines.join('\n'));
    assert.match(lines[0] ?? '', /There is no display/u);
  });

  test('exits without pairing if the system started it, and with code 0 under launchd, so that launchd does not restart it', async () => {
    program.useFolderAsHome();
    const at = ['run', '--data-dir', program.folder.path, '--headless', '--server', program.server.url];
    const { code, lines } = await program.result(...at);
    const { url } = program.server;
    const expected = `This computer is not paired yet. Run: sandpiper-agent pair --server ${url}`;
    assert.deepEqual([code, lines], [1, [expected]]);
    assert.match(
      await readFile(join(program.folder.path, 'logs', 'agent.log'), 'utf8'),
      /"said":"This computer is not paired/u,
    );
    assert.equal((await program.result(...at, '--launchd')).code, 0);
    await mkdir(join(program.folder.path, 'browsers.json'));
    assert.equal((await program.result(...at, '--launchd', '--token', 'agent-token')).code, 70);
  });

  test('shows its help and its version, and reports that no agent is running', async () => {
    assert.match((await program.result('help', 'run')).lines.join('\n'), /--headless/u);
    assert.match((await program.result('version')).lines.join('\n'), /^\d+\.\d+\.\d+$/u);
    const { code, lines } = await program.result('status', '--data-dir', program.folder.path);
    assert.deepEqual([code, lines], [1, ['The agent is not running. Start it with "sandpiper-agent run".']]);
  });

  test('has a `doctor` command that reports whether there are problems, and fails if there are any', async () => {
    program.server.behavior.sandbox = false;
    const { code, lines } = await program.result(
      'doctor',
      '--headless',
      '--data-dir',
      program.folder.path,
      '--server',
      program.server.url,
      '--token',
      'agent-token',
    );
    assert.deepEqual([code, lines.at(-1)], [0, 'No problems found.'], lines.join('\n'));
    assert.match(lines.join('\n'), /ok {4}Firefox \d+/u);
    await expectRefusal(['doctor', '--server', 'http://127.0.0.1:9', '--token', 't'], /needs? your attention/u);
  });
});

describe('the program, killed while it waits for its message to appear', { timeout: 1_500_000 }, () => {
  const program = testProgram();
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.close());

  const site = async (): Promise<string[]> => ['--instagram-url', sandbox.url, '--firefox', await firefoxExecutable()];
  const run = async (): Promise<Program> =>
    program.start(
      '--data-dir',
      program.folder.path,
      '--server',
      program.server.url,
      '--token',
      'agent-token',
      '--headless',
      ...(await site()),
    );

  test('messages nobody twice, skips nobody, and closes the leftover Firefox window in its next run', async () => {
    await sandbox.reset({
      accounts: [{ username: 'sender', password: 'secret' }],
      people: ['alice', 'bob'],
      time_scale: 0.1,
    });
    // The message appears so late that the test kills the agent while it's still waiting for the message.
    await sandbox.faults({ name: 'late_bubble', person: 'alice', ms: 15_000 });
    program.server.accounts.push({
      id: 1,
      name: 'Sender',
      path: join(program.folder.path, 'profiles', 'sender'),
      credentials: { username: 'sender', password: 'secret' },
    });
    program.server.addDelivery('alice', 'Hello alice');
    program.server.addDelivery('bob', 'Hello bob');

    const first = await run();
    const left = await poll(async () => ((await sandbox.deliveries()).length > 0 ? true : null), {
      timeoutMs: 180_000,
    });
    assert.ok(left === true, first.output());
    await first.kill();

    const second = await run();
    const isDone = (): boolean => program.server.deliveries.every((each) => each.state.status === 'sent');
    const done = await poll(() => (isDone() ? true : null), { timeoutMs: 240_000, intervalMs: 200 });
    assert.ok(done === true, second.output());
    assert.match(second.output(), /Closed 1 Firefox window left open by an earlier run/u);
    assert.equal((await second.stop()).code, 0);

    const delivered = (await sandbox.deliveries()).map((each) => each.to);
    assert.deepEqual(delivered.toSorted(), ['alice', 'bob']);
    assert.deepEqual(
      program.server.deliveries[0]?.reports.map((each) => each.outcome),
      ['unknown', 'sent'],
    );
  });
});
