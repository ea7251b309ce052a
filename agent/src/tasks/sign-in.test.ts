import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Credentials, SignInState } from '../sites/instagram/instagram.ts';
import { blankPage, buildAgent, type FakeAgent } from '../testing/fake-agent.ts';
import type { FakeAccount, FakeServer } from '../testing/fake-server.state.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { addAccounts, endAgent, isFinished, requestAccount, startAgent, until } from '../testing/working-agent.ts';
import { signInByItself, signInForUser } from './sign-in.ts';

const signedIn: SignInState = { state: 'signed_in' };
const needsUser = (reason: string): SignInState => ({ state: 'needs_user', reason, detail: `Said: ${reason}` });
const hour = 60 * 60_000;

describe('signing an account in', { timeout: 120_000 }, () => {
  let server: FakeServer;
  let agent: FakeAgent;
  let stored: FakeAccount;
  let running: Promise<void> | null;
  /** What was typed; null: the form was only shown. */
  let typed: (Credentials | null)[];
  let answer: SignInState;

  beforeEach(async () => {
    server = await startFakeServer();
    addAccounts(server, 2);
    stored = Object.assign(server.accounts[0] ?? assert.fail(), { credentials: { username: 'me', password: 'one' } });
    agent = await buildAgent(server);
    [running, typed, answer] = [null, [], signedIn];
    agent.instagram.signIn = (_page, _username, credentials) => {
      typed.push(credentials);
      return Promise.resolve(credentials === null ? needsUser('signed_out') : answer);
    };
  });
  afterEach(() => endAgent(agent, server, running));

  const byItself = (id = 1) => signInByItself(agent, requestAccount(id), blankPage);
  const forUser = (id = 1) => signInForUser(agent, requestAccount(id), blankPage);
  const detailOf = (state: SignInState | null): string => (state === null || !('detail' in state) ? '' : state.detail);

  for (const reason of ['wrong_password', 'sign_in_refused']) {
    test(`what Instagram answered with ${reason} is not typed again until it is changed`, async () => {
      answer = needsUser(reason);
      assert.deepEqual(await forUser(), answer);
      for (const state of [await byItself(), await forUser(), await byItself()]) {
        assert.match(detailOf(state), /did not accept the stored .* correct them in Accounts, or .* sign in yourself/u);
        assert.equal(state?.state === 'needs_user' && state.reason, 'signed_out');
      }
      assert.deepEqual(typed, [{ username: 'me', password: 'one' }, null], 'the user is shown the empty form');

      answer = signedIn;
      stored.credentials = { username: 'me', password: 'two' };
      assert.deepEqual(await byItself(), signedIn);
      assert.deepEqual(typed.at(-1), { username: 'me', password: 'two' });
    });
  }

  test('what was refused of one account is not held against another, nor kept as it is', async () => {
    Object.assign(server.accounts[1] ?? {}, { credentials: stored.credentials });
    answer = needsUser('wrong_password');
    await byItself(1);
    assert.doesNotMatch(JSON.stringify([...agent.state.refusedSignIns]), /me|one/u);
    answer = signedIn;
    assert.deepEqual(await byItself(2), signedIn);
  });

  for (const reason of ['code_required', 'sign_in_unclear', 'challenge']) {
    test(`${reason} says nothing against what is stored`, async () => {
      answer = needsUser(reason);
      await byItself();
      answer = signedIn;
      assert.deepEqual(await byItself(), signedIn);
    });
  }

  test('an account that is signed out again and again is left to its owner after the second time in an hour', async () => {
    assert.deepEqual([await byItself(), await byItself()], [signedIn, signedIn]);
    assert.match(detailOf(await byItself()), /signed the account out again/u);
    assert.equal(typed.length, 2);
    assert.deepEqual(await forUser(), signedIn, 'the user may always');
    agent.state.signInTimes.set(1, [Date.now() - hour - 1, Date.now()]);
    assert.deepEqual(await byItself(), signedIn);
    assert.match(detailOf(await byItself()), /signed the account out again/u);
  });

  test('nothing is typed where nothing is stored', async () => {
    assert.equal(await byItself(2), null);
    assert.deepEqual(await forUser(2), needsUser('signed_out'));
    assert.deepEqual(typed, [null]);
  });

  test('a campaign whose account is signed out before every message stops the account, and sends nothing twice', async () => {
    server.accounts.splice(1);
    for (const person of ['alice', 'bob', 'carol']) server.addDelivery(person, 'Hello');
    const { send } = agent.instagram;
    let isSignedIn = false;
    const { signIn } = agent.instagram;
    agent.instagram.signIn = (...given) => {
      isSignedIn = true;
      return signIn(...given);
    };
    agent.instagram.send = async (page, job) => {
      if (!isSignedIn) return { outcome: 'blocked', reason: 'signed_out', detail: 'Signed out' };
      isSignedIn = false;
      return send(page, job);
    };
    running = startAgent(agent, server);
    await until(() => server.blocked.size > 0, 'stopped');
    assert.deepEqual(
      agent.instagram.sends.map((job) => job.recipient),
      ['alice', 'bob'],
    );
    assert.match(agent.lines.join('\n'), /Account 1 stopped: Instagram signed the account out again/u);
    assert.equal(isFinished(server), false);
  });

  test('an account that is found signed out after the note looks first, once it is signed in again', async () => {
    server.accounts.splice(1);
    server.addDelivery('alice', 'Hello');
    agent.instagram.send = async (_page, job) => {
      agent.instagram.sends.push(job);
      await job.beforeSend({ tail: ['mark'], account: null });
      return { outcome: 'blocked', reason: 'signed_out', detail: 'Signed out' };
    };
    running = startAgent(agent, server);
    await until(() => isFinished(server), 'found');
    const { sends, verifications } = agent.instagram;
    assert.deepEqual([sends.length, verifications[0]?.intent?.tail], [1, ['mark']]);
  });
});
