import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { reasonText, type StopReason } from '@sandpiper/contract/reasons';
import type { Instagram } from '../sites/instagram/instagram.ts';
import { blankPage, buildAgent, type FakeAgent } from '../testing/fake-agent.ts';
import type { FakeAccount, FakeServer } from '../testing/fake-server.state.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { addAccounts, endAgent, isFinished, requestAccount, startAgent, until } from '../testing/working-agent.ts';
import { recoverSignIn, signInForUser } from './sign-in.ts';

type SignInState = Awaited<ReturnType<Instagram['signIn']>>;
type Credentials = { username: string; password: string };

const signedIn: SignInState = { state: 'signed_in' };
const needsUser = (reason: StopReason): SignInState => ({ state: 'needs_user', reason, detail: `Said: ${reason}` });
const hour = 60 * 60_000;

describe('signing in to an account', { timeout: 120_000 }, () => {
  let server: FakeServer;
  let agent: FakeAgent;
  let stored: FakeAccount;
  let running: Promise<void> | null;
  /** The credentials of each sign-in, or null for a sign-in that only showed the form. */
  let typed: (Credentials | null)[];
  let answer: SignInState;

  /**
   * A fake sign-in that ends with `answer` or, without credentials, shows that the account is signed out. Like the real one, it calls
   * `beforeTyping` before it types.
   */
  const signIn: Instagram['signIn'] = async (_page, _username, credentials) => {
    await credentials?.beforeTyping();
    typed.push(credentials === null ? null : { username: credentials.username, password: credentials.password });
    return credentials === null ? needsUser('signed_out') : answer;
  };
  /** Replaces the agent with a new one that has the same data folder and identity. */
  const restart = async (): Promise<void> => {
    const { dataDir, identity, cleanUp } = agent;
    await agent.journal.close();
    agent = Object.assign(await buildAgent(server, { dataDir }), { identity, cleanUp });
    agent.instagram.signIn = signIn;
  };

  beforeEach(async () => {
    server = await startFakeServer();
    addAccounts(server, 2);
    stored = Object.assign(server.accounts[0] ?? assert.fail(), { credentials: { username: 'me', password: 'one' } });
    agent = await buildAgent(server);
    [running, typed, answer] = [null, [], signedIn];
    agent.instagram.signIn = signIn;
  });
  afterEach(() => endAgent(agent, server, running));

  const found = { reason: 'signed_out', detail: 'Found so' } as const;
  const byItself = (id = 1) => recoverSignIn(agent, requestAccount(id), blankPage, found);
  const forUser = (id = 1) => signInForUser(agent, requestAccount(id), blankPage);
  const textOf = (state: SignInState): string =>
    state.state === 'signed_in' ? '' : reasonText(state.reason, state.detail);

  for (const reason of ['wrong_password', 'sign_in_refused'] as const) {
    test(`credentials refused with ${reason} are not typed again for a day unless they change, even after a restart`, async () => {
      answer = needsUser(reason);
      assert.deepEqual(await forUser(), answer);
      await restart();
      for (const state of [await byItself(), await forUser(), await byItself()]) {
        assert.match(textOf(state), /didn.t accept the stored .* won.t try them again for a day\. Correct them/u);
      }
      assert.deepEqual(typed, [{ username: 'me', password: 'one' }, null], 'the user is shown the empty form');

      answer = signedIn;
      stored.credentials = { username: 'me', password: 'two' };
      assert.deepEqual(await byItself(), signedIn);
      assert.deepEqual(typed.at(-1), { username: 'me', password: 'two' });
    });
  }

  test('is left to the owner if the server cannot decrypt the password, as if no password were stored', async () => {
    stored.hasUnreadablePassword = true;
    assert.deepEqual(await byItself(), { state: 'needs_user', ...found });
    assert.deepEqual(await forUser(), needsUser('signed_out'));
    assert.deepEqual(typed, [null]);
  });

  test('refused credentials are typed again a day later', async () => {
    answer = needsUser('sign_in_refused');
    await byItself();
    const typed_at = [new Date(Date.now() - 24 * hour).toISOString()];
    await agent.journal.recordSignIns({ ...agent.journal.signInsOf(1), typed_at });
    answer = signedIn;
    assert.deepEqual(await byItself(), signedIn);
  });

  test('refused credentials do not affect other accounts, and are stored only as a hash', async () => {
    Object.assign(server.accounts[1] ?? {}, { credentials: stored.credentials });
    answer = needsUser('wrong_password');
    await byItself(1);
    assert.doesNotMatch(JSON.stringify(agent.journal.signInsOf(1)), /"me|one/u);
    answer = signedIn;
    assert.deepEqual(await byItself(2), signedIn);
  });

  for (const reason of ['code_required', 'sign_in_unclear', 'challenge'] as const) {
    test(`${reason} is not treated as refused credentials`, async () => {
      answer = needsUser(reason);
      await byItself();
      answer = signedIn;
      assert.deepEqual(await byItself(), signedIn);
    });
  }

  test('an account that keeps being signed out is left to its owner after two sign-ins in an hour', async () => {
    assert.deepEqual([await byItself(), await byItself()], [signedIn, signedIn]);
    await restart();
    assert.match(textOf(await byItself()), /keeps signing this account out/u);
    assert.equal(typed.length, 2);
    assert.deepEqual(await forUser(), signedIn, 'the user may always sign in');
    const typed_at = [Date.now() - hour - 1, Date.now()].map((at) => new Date(at).toISOString());
    await agent.journal.recordSignIns({ ...agent.journal.signInsOf(1), typed_at });
    assert.deepEqual(await byItself(), signedIn);
    assert.match(textOf(await byItself()), /keeps signing this account out/u);
  });

  test('a sign-in that the agent starts by itself may type the password only as often as the hourly limit still allows', async () => {
    const allowed: (number | undefined)[] = [];
    agent.instagram.signIn = async (page, username, credentials) => {
      allowed.push(credentials?.maxSubmits);
      return signIn(page, username, credentials);
    };
    await byItself();
    await byItself();
    await forUser();
    assert.deepEqual(allowed, [2, 1, 3]);
  });

  test('an agent that is killed during each sign-in types the password only a limited number of times', async () => {
    const answers = [];
    for (let run = 0; run < 3; run += 1) {
      agent.instagram.signIn = (...given) => signIn(...given).then(() => Promise.reject(new Error('Killed')));
      answers.push(await byItself().catch(() => 'killed'));
      await restart();
    }
    assert.deepEqual(answers.slice(0, 2), ['killed', 'killed']);
    assert.equal(typed.length, 2);
    assert.match(textOf(await byItself()), /typed the password 2 times within the last hour/u);
  });

  test('a refusal that cannot be saved still stops the account', async () => {
    answer = needsUser('wrong_password');
    agent.instagram.signIn = () => Promise.resolve(answer);
    agent.journal.recordSignIns = () => Promise.reject(new Error('Disk full'));
    assert.deepEqual(await byItself(), answer);
  });

  test('nothing is typed without stored credentials', async () => {
    assert.deepEqual(await byItself(2), { state: 'needs_user', ...found });
    assert.deepEqual(await forUser(2), needsUser('signed_out'));
    assert.deepEqual(typed, [null]);
  });

  for (const reason of ['signed_out', 'sign_up_shown'] as const)
    test(`an account stops if it is signed out before every message, and sends nothing twice: ${reason}`, async () => {
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
        if (!isSignedIn) return { outcome: 'released', reason, detail: null };
        isSignedIn = false;
        return send(page, job);
      };
      running = startAgent(agent, server);
      await until(() => server.held.size > 0, 'the server puts the account on hold');
      assert.deepEqual(
        agent.instagram.sends.map((job) => job.recipient),
        ['alice', 'bob'],
      );
      assert.match(agent.lines.join('\n'), /Account 1 stopped\. Instagram keeps signing this account out/u);
      assert.equal(isFinished(server), false);
    });

  for (const outcome of ['unknown', 'released', 'sent'] as const) {
    test(`an account found signed out after a journal note was written is signed in again, is not stopped, and sends nothing twice: ${outcome}`, async () => {
      server.accounts.splice(1);
      server.addDelivery('alice', 'Hello');
      const { send } = agent.instagram;
      agent.instagram.send = async (page, job) => {
        const report = await send(page, job);
        if (outcome === 'released') return { outcome, reason: 'signed_out', detail: null };
        const unknown = { outcome: 'unknown', reason: 'objection_met', detail: null } as const;
        return { ...(outcome === 'sent' ? report : unknown), stop: { reason: 'signed_out', detail: null } };
      };
      running = startAgent(agent, server);
      await until(() => isFinished(server), 'the delivery ends');
      const { sends, checks } = agent.instagram;
      assert.deepEqual([sends.length, checks.length, server.held.size], [1, outcome === 'sent' ? 0 : 1, 0]);
      assert.equal(typed.length, 1);
    });
  }

  test('a slow sign-in is mentioned on the terminal, and the window is closed if the sign-in takes too long', async () => {
    agent.timing = { ...agent.timing, signInNoticeMs: 50, attemptMs: 200 };
    agent.instagram.signIn = () => new Promise(() => undefined);
    await agent.windows.open(requestAccount(1), { campaignId: null, isForUser: true });
    assert.deepEqual(await forUser(), { state: 'unreachable', reason: 'sign_in_unreachable', detail: null });
    assert.match(agent.lines.join('\n'), /Account 1: still signing in after 0 s\. The agent gives up after 0 s\./u);
    assert.deepEqual(agent.windows.list(), []);
  });

  test('a fast sign-in is not mentioned on the terminal', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    assert.deepEqual(await forUser(), signedIn);
    t.mock.timers.tick(agent.timing.attemptMs * 2);
    assert.deepEqual(agent.lines, []);
  });
});
