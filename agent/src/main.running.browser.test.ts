import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { AgentRequestType } from '@sandpiper/contract/agent';
import { browserProfileListSchema, browserProfileTestSchema } from '@sandpiper/contract/browser-profiles';
import type { Program } from '@sandpiper/testkit/program';
import { poll } from './platform/clock.ts';
import { askAgent } from './platform/control-channel.ts';
import type { FakeRequest } from './testing/fake-server.state.ts';
import { offerPack, signedPack, trustKey } from './testing/page-packs.ts';
import { testProgram } from './testing/program.ts';

describe('the program', { timeout: 1_500_000 }, () => {
  const program = testProgram();
  // Every write to this device fails as if the disk were full.
  const full = '/dev/full';

  /** Starts an agent for tests that don't need Instagram. Nothing responds at its Instagram URL. */
  const startWithToken = (dataDir: string): Program => {
    const at = ['--data-dir', dataDir, '--server', program.server.url, '--token', 'agent-token'];
    return program.start(...at, '--headless', '--instagram-url', 'http://127.0.0.1:9');
  };

  test('pairs with a code, stores the token, and removes it at logout', async () => {
    program.useFolderAsHome();
    const at = ['--data-dir', program.folder.path, '--headless'];
    const paired = await program.result('pair', ...at, '--server', program.server.url);
    assert.equal(paired.code, 0, paired.lines.join('\n'));
    assert.match(paired.lines.join('\n'), /BCDF-GHJK/u);
    assert.doesNotMatch(paired.lines.join('\n'), /agent-token/u);
    program.server.behavior.sandbox = false;
    const run = program.start(...at);
    await run.waitFor(/Connected to/u);
    assert.equal((await run.stop()).code, 0);
    assert.equal((await program.result('logout', ...at)).code, 0);
    assert.match(
      (await program.result('doctor', ...at)).lines.join('\n'),
      /^FAIL {2}This computer is not paired yet\./mu,
    );
  });

  test('shows the page pack that it downloaded while running, and switches back to the previous pack', async () => {
    const dataDir = join(program.folder.path, 'data');
    await trustKey(dataDir, program.server);
    offerPack(program.server, signedPack('2030-01-01'));
    const run = startWithToken(dataDir);
    await run.waitFor(/Page pack 2030-01-01 is now in use/u);
    assert.equal((await program.result('pages', '--data-dir', dataDir)).lines[0], 'In use:    2030-01-01');
    const { code, lines } = await program.result('pages', '--back', '--data-dir', dataDir);
    assert.equal(code, 0);
    assert.match(lines[0] ?? '', /^Went back from page pack 2030-01-01/u);
    assert.doesNotMatch((await program.result('pages', '--data-dir', dataDir)).lines[0] ?? '', /2030/u);
    assert.equal((await run.stop()).code, 0);
  });

  test('creates, tests, lists and deletes a Firefox profile', async () => {
    program.useFolderAsHome();
    const run = startWithToken(join(program.folder.path, 'data'));
    const ask = async (
      type: AgentRequestType,
      given: { profile_name?: string; profile_path?: string; is_default?: boolean } = {},
    ): Promise<FakeRequest> => {
      const request = program.server.addRequest(type, given);
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
    assert.equal((await ask('profiles_delete', { profile_path: program.folder.path })).status, 'failed');
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
    assert.equal((await run.stop()).code, 0);
    assert.match(run.output(), /Couldn't create the Firefox profile "made-here"\. A Firefox profile named/u);
    if (isDefault) return;
    const id = /Moved the Firefox profile "made-here" to the trash\..*profiles restore ([0-9a-f]{8})/u.exec(
      run.output(),
    )?.[1];
    const back = await program.result('profiles', 'restore', id ?? '', '--data-dir', join(program.folder.path, 'data'));
    assert.match(back.lines.join('\n'), /"made-here" was restored to/u);
  });

  test('cannot be paused while it is starting, but can be stopped', async () => {
    const { path } = program.folder;
    // A keyring that asks for its password, for example, delays the agent's start by up to 15 seconds. The test sends its commands
    // directly, because starting a program for each command can take several seconds on a busy machine.
    await writeFile(join(path, 'secret-tool'), '#!/bin/sh\nexec sleep 20\n', { mode: 0o700 });
    program.addToPath(path);
    const run = program.start('--data-dir', path, '--headless', '--server', program.server.url);
    const status = await poll(() => askAgent(path, 'status'), { timeoutMs: 180_000 });
    assert.equal(status, 'The agent is starting.', run.output());
    await assert.rejects(askAgent(path, 'pause'), {
      name: 'UserError',
      message: 'The agent is starting. Try again in a moment.',
    });
    assert.equal(await askAgent(path, 'stop'), 'The agent will stop now.');
    assert.equal((await run.ended).code, 0);
  });

  test('neither pauses nor resumes if the disk is full, and says why', { skip: !existsSync(full) }, async () => {
    const at = ['--data-dir', program.folder.path];
    const lineOf = async (command: string) => (await program.result(command, ...at)).lines[0] ?? '';
    const run = startWithToken(program.folder.path);
    await run.waitFor(/Connected to/u);
    const refused = async (command: 'pause' | 'resume'): Promise<void> => {
      await symlink(full, join(program.folder.path, 'agent.json.new'));
      assert.match(await lineOf(command), /^The disk is full.*Free some space, then try again\.$/u);
      await rm(join(program.folder.path, 'agent.json.new'));
    };
    await refused('pause');
    assert.match(await lineOf('status'), /, working$/u);
    assert.match(await lineOf('pause'), /^Paused/u);
    await refused('resume');
    assert.match(await lineOf('status'), /, paused /u);
    assert.equal((await run.stop()).code, 0);
    assert.doesNotMatch(run.output(), /Resumed/u);
  });

  test('retries while the server is down, and carries out the commands pause, status, resume and stop', async () => {
    program.server.behavior.isDown = true;
    const at = ['--data-dir', program.folder.path];
    const run = startWithToken(program.folder.path);
    await run.waitFor(/Can't reach/u);
    program.server.behavior.isDown = false;
    await run.waitFor(/Connected to/u);
    assert.match((await program.result('pause', ...at)).lines.join('\n'), /Paused/u);
    assert.match(
      (await program.result('status', ...at)).lines.join('\n'),
      /paused \(run[^\n]*\n.*connected, working for tester/u,
    );
    assert.match(
      (await program.result('run', ...at, '--server', program.server.url, '--headless')).lines.join('\n'),
      /already running/u,
    );
    assert.match((await program.result('resume', ...at)).lines.join('\n'), /sending again/u);
    assert.equal((await program.result('stop', ...at)).code, 0);
    assert.equal((await run.ended).code, 0);
    assert.match(run.output(), /Stopping\. Messages that are being sent will finish first\.\n\S+ {2}Stopped\n$/u);
    assert.equal(program.server.signOffs, 1);
  });
});
