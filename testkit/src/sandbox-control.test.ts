import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { startProgram, type Program } from './program.ts';
import { readyUrl } from './readiness.ts';
import { sandboxAt, type FaultName, type SandboxControl } from './sandbox-control.ts';

const entry = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url));

describe("the client for the sandbox's control API", { timeout: 60_000 }, () => {
  let program: Program;
  let sandbox: SandboxControl;
  before(async () => {
    program = startProgram('sandbox', { args: [entry, '--port', '0'] });
    sandbox = sandboxAt(await readyUrl(program));
    await sandbox.reset({ accounts: [{ username: 'wren', password: 'pw' }], people: ['otis'] });
  });
  after(() => program.stop());

  it('returns the whole state', async () => {
    const { accounts, people } = await sandbox.state();
    assert.deepEqual([accounts[0]?.username, people[0]?.username], ['wren', 'otis']);
    assert.deepEqual([await sandbox.deliveries(), await sandbox.sendsOf('wren')], [[], 0]);
    assert.ok((await sandbox.startSession('wren')).length > 0);
  });

  it('turns faults on and changes accounts', async () => {
    await sandbox.faults({ name: 'slow_page', ms: 10 });
    assert.equal(await sandbox.strikesOf('slow_page'), 0);
    await sandbox.changeAccount('wren', { language: 'es' });
    await sandbox.receive({ account: 'wren', from: 'otis', text: 'Hello' });
    const { accounts, threads } = await sandbox.state();
    assert.deepEqual([accounts[0]?.language, accounts[0]?.unread, threads[0]?.messages[0]?.text], ['es', 1, 'Hello']);
  });

  it('throws an error that names the problem if an account does not exist', async () => {
    await assert.rejects(sandbox.startSession('nobody'), /POST \/sessions: 404 .*no account/);
    await assert.rejects(sandbox.sendsOf('nobody'), /no account nobody/);
  });

  it('accepts only existing faults: a misspelled one does not compile', () => {
    // @ts-expect-error -- No fault has this name, so the line must not compile.
    const misspelt: FaultName = 'slow_pages';
    assert.equal(misspelt, 'slow_pages');
  });
});
