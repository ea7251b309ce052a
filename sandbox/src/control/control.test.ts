import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { z } from 'zod';
import { faultNames } from '../faults/fault.catalog.ts';
import { startSandbox } from '../testing/sandbox.ts';
import type { Sandbox } from '../testing/sandbox.ts';
import { visitAs } from '../testing/visitor.ts';

describe('the control API', () => {
  let sandbox: Sandbox;
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${sandbox.url}/__sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const errorOf = async (response: Response): Promise<string> => {
    assert.equal(response.status, 400);
    return z.object({ error: z.string() }).parse(await response.json()).error;
  };

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(() =>
    sandbox.reset({
      accounts: [{ username: 'Wren', password: 'pw', unread: 2 }],
      people: ['Mia', { username: 'jo', states: ['private'] }],
    }),
  );

  test('a reset replaces all accounts and people, and clears deliveries and faults', async () => {
    const wren = await visitAs(sandbox, 'wren');
    const { thread } = await wren.open('mia');
    await wren.send(thread, 'hello');
    await sandbox.faults({ name: 'rate_limit' });
    await sandbox.reset({ accounts: [{ username: 'otis', password: 'pw' }], people: ['theo.north'] });
    assert.deepEqual(await sandbox.deliveries(), []);
    const now = await sandbox.state();
    assert.deepEqual(
      now.accounts.map((account) => account.username),
      ['otis'],
    );
    assert.deepEqual(now.people, [{ username: 'theo.north', name: 'Theo North', states: [] }]);
    assert.deepEqual(
      z.object({ rules: z.array(z.unknown()) }).parse(await (await call('GET', 'faults')).json()).rules,
      [],
    );
  });

  test('usernames are converted to lower case, as on the site', async () => {
    const now = await sandbox.state();
    assert.deepEqual(
      now.people.map((person) => person.username),
      ['mia', 'jo'],
    );
    assert.equal(now.accounts[0]?.username, 'wren');
  });

  test('an invalid body is refused with an error that names the field and the reason', async () => {
    assert.match(
      await errorOf(await call('POST', 'reset', { accounts: [{ username: 'a' }] })),
      /accounts\.0\.password/u,
    );
    assert.match(
      await errorOf(await call('POST', 'reset', { accounts: [], people: ['not a name'] })),
      /people\.0: A username has/u,
    );
    const wrongState = { accounts: [], people: [{ username: 'mia', states: ['nope'] }] };
    assert.match(await errorOf(await call('POST', 'reset', wrongState)), /people\.0\.states\.0: Unknown fault "nope"/u);
    assert.match(await errorOf(await call('POST', 'faults', { name: 'nope' })), /name: Unknown fault "nope"/u);
    assert.match(
      await errorOf(await call('POST', 'faults', { on: [{ name: 'nope' }] })),
      /on\.0\.name: Unknown fault "nope"/u,
    );
    assert.match(
      await errorOf(await call('POST', 'faults', { chances: { late_refusal: 2 } })),
      /chances\.late_refusal/u,
    );
    assert.match(await errorOf(await call('POST', 'faults', { name: 'private', times: 1 })), /is a state/u);
    assert.equal((await fetch(`${sandbox.url}/__sandbox/reset`, { method: 'POST', body: '{' })).status >= 400, true);
  });

  test('faults are listed with descriptions, switched on by name, and switched off by name or all at once', async () => {
    const shape = z.object({
      rules: z.array(z.object({ name: z.string() })),
      chances: z.record(z.string(), z.number()),
      seed: z.number(),
    });
    const described = z.object({ names: z.array(z.object({ name: z.string(), about: z.string().min(5) })) });
    assert.deepEqual(
      described.parse(await (await call('GET', 'faults')).json()).names.map(({ name }) => name),
      [...faultNames],
    );
    await sandbox.faults({
      on: [{ name: 'rate_limit', after: 3 }, { name: 'swallowed' }],
      seed: 7,
      chances: { late_refusal: 0.05 },
    });
    const on = shape.parse(await (await call('GET', 'faults')).json());
    assert.deepEqual(
      [on.rules.map(({ name }) => name), on.chances, on.seed],
      [['rate_limit', 'swallowed'], { late_refusal: 0.05 }, 7],
    );
    assert.deepEqual(
      shape.parse(await (await call('DELETE', 'faults/rate_limit')).json()).rules.map(({ name }) => name),
      ['swallowed'],
    );
    const off = shape.parse(await (await call('DELETE', 'faults')).json());
    assert.deepEqual([off.rules, off.chances], [[], {}]);
  });

  test('a person can write to an account, which then has one more unread thread', async () => {
    const response = await call('POST', 'incoming', { account: 'wren', from: 'mia', text: 'Hi!' });
    assert.equal(response.status, 200);
    assert.equal((await sandbox.state()).accounts[0]?.unread, 3);
    assert.equal((await call('POST', 'incoming', { account: 'wren', from: 'nobody', text: 'Hi!' })).status, 404);
    const wren = await visitAs(sandbox, 'wren');
    const { chat } = await wren.open('mia');
    assert.deepEqual(
      chat.messages.map(({ kind, text }) => [kind, text]),
      [['theirs', 'Hi!']],
    );
    assert.equal((await sandbox.state()).accounts[0]?.unread, 2);
  });

  test('a browser can sign an account in by opening a page', async () => {
    const signedIn = await call('GET', 'sessions/wren');
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0] ?? '')
      .join('; ');
    assert.equal((await fetch(`${sandbox.url}/mia/`, { headers: { cookie }, redirect: 'manual' })).status, 200);
    assert.equal((await call('GET', 'sessions/nobody')).status, 404);
  });

  test('a checkpoint ends with its fault or when it is cleared, and an account can be signed out everywhere', async () => {
    const wren = await visitAs(sandbox, 'wren');
    await sandbox.faults({ name: 'challenge', account: 'wren' });
    assert.equal((await wren.get('/')).status, 302);
    assert.equal((await sandbox.state()).accounts[0]?.checkpoint, 'challenge');
    await call('DELETE', 'faults/challenge');
    assert.equal((await wren.get('/')).status, 200);
    await sandbox.faults({ name: 'challenge', account: 'wren', times: 1 });
    assert.equal((await wren.get('/')).status, 302);
    await call('PATCH', 'accounts/wren', { clear_checkpoint: true });
    assert.equal((await wren.get('/')).status, 200);
    await call('PATCH', 'accounts/wren', { sign_out: true });
    assert.equal((await sandbox.state()).accounts[0]?.sessions, 0);
    assert.match((await wren.get('/mia/')).headers.get('location') ?? '', /^\/accounts\/login\//u);
  });
});
