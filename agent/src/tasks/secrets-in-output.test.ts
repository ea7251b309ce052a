import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openLogFile } from '../platform/log-file.ts';
import { withLog } from '../platform/terminal.ts';
import { isFinished, requestAccount, until, useAgentHarness } from '../testing/working-agent.ts';
import { blankPage } from '../testing/fake-agent.ts';
import { signInForUser } from './sign-in.ts';

/* Puts secrets into the agent's input, and searches for them in everything that the agent prints and logs in verbose mode. */

const password = 'planted-password-that-nobody-may-ever-read';

describe('what an agent prints and logs', { timeout: 120_000 }, () => {
  const harness = useAgentHarness(1);

  test('contains neither the agent’s token nor a password, whether the agent signs in, is refused, fails or sends', async () => {
    const { server, agent } = harness;
    const shown: string[] = [];
    const file = join(agent.dataDir, 'agent.log');
    const { token } = server.behavior;
    agent.log = openLogFile(file, { secrets: [token], showLine: (line) => void shown.push(line) });
    agent.terminal = withLog(agent.terminal, agent.log);
    Object.assign(server.accounts[0] ?? assert.fail(), { credentials: { username: 'me', password } });
    let typed = 0;
    const endings = [
      () => Promise.resolve({ state: 'needs_user', reason: 'challenge', detail: 'A code' } as const),
      () => Promise.reject(new Error(`The server refused ${token}`)),
      () => Promise.resolve({ state: 'signed_in' } as const),
    ];
    agent.instagram.signIn = async (_page, _username, credentials) => {
      await credentials?.beforeTyping();
      assert.equal(credentials?.password, password);
      typed += 1;
      return (endings.shift() ?? assert.fail())();
    };
    const signIn = () =>
      signInForUser(agent, requestAccount(1), blankPage).catch((error: unknown) =>
        agent.log.error({ err: error, password }, 'signing in failed'),
      );
    for (let time = 0; time < 3; time += 1) await signIn();
    assert.equal(typed, 3);
    server.addDelivery('alice', 'Hello');
    harness.start();
    await until(() => isFinished(server), 'the message is sent');
    const output = [...agent.lines, ...shown, await readFile(file, 'utf8')].join('\n');
    assert.match(output, /signing in failed/u);
    assert.match(output, /alice/u);
    for (const secret of [token, password]) assert.ok(!output.includes(secret), secret);
  });
});
