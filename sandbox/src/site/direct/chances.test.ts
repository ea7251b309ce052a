import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSandbox } from '../../testing/sandbox.ts';
import type { Sandbox } from '../../testing/sandbox.ts';
import { visitAs } from '../../testing/visitor.ts';

const accounts = ['wren', 'otis', 'ines'];
const people = Array.from({ length: 20 }, (_, index) => `person${index}`);

describe('random faults', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  async function begin(seed: number): Promise<void> {
    await sandbox.reset({ accounts: accounts.map((username) => ({ username, password: 'pw' })), people });
    await sandbox.faults({
      seed,
      chances: {
        late_refusal: 0.2,
        failed_bubble: 0.2,
        swallowed: 0.1,
        rate_limit: 0.1,
        no_requests: 0.2,
        invite_pending: 0.1,
      },
    });
  }
  async function writeToAll(account: string): Promise<void> {
    const visitor = await visitAs(sandbox, account);
    for (const person of people) {
      const { thread } = await visitor.open(person);
      await visitor.send(thread, 'hello');
      await visitor.send(thread, 'hello again');
    }
  }
  const outcome = async () =>
    (await sandbox.deliveries()).map(({ from, to, text }) => `${from} ${to} ${text}`).toSorted();

  test('a run has the same result for the same seed, whether the accounts act in turn or at the same time', async () => {
    await begin(7);
    for (const account of accounts) await writeToAll(account);
    const inTurn = await outcome();
    await begin(7);
    await Promise.all(accounts.toReversed().map(writeToAll));
    assert.deepEqual(await outcome(), inTurn);
    await begin(8);
    await Promise.all(accounts.map(writeToAll));
    assert.notDeepEqual(await outcome(), inTurn);
    assert.ok(inTurn.length > 20 && inTurn.length < 100, `${inTurn.length} of 120 were delivered`);
  });

  test('a person who cannot be messaged because of a random fault cannot be messaged by any account', async () => {
    await begin(3);
    await sandbox.faults({ seed: 3, chances: { invite_pending: 0.5 } });
    for (const account of accounts) await writeToAll(account);
    const reached = new Map(accounts.map((account) => [account, new Set<string>()]));
    for (const { from, to } of await sandbox.deliveries()) reached.get(from)?.add(to);
    assert.deepEqual(reached.get('otis'), reached.get('wren'));
    assert.deepEqual(reached.get('ines'), reached.get('wren'));
    assert.notEqual(reached.get('wren')?.size, 0);
    assert.notEqual(reached.get('wren')?.size, people.length);
  });
});
