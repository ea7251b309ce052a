import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProfileInUse } from '../browser/window.registry.ts';
import { PageError } from '../browser/page.ts';
import { buildAgent } from '../testing/fake-agent.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { isFinished, requestAccount, setAgentStage, until } from '../testing/working-agent.ts';

describe('the agent at work', { timeout: 300_000 }, () => {
  const at = setAgentStage(3);
  const finished = (): boolean => isFinished(at.server);

  test('sends to everybody once, with no more windows than it may have, and says what it did', async () => {
    for (let person = 1; person <= 9; person += 1) at.server.addDelivery(`person${person}`, `Hello ${person}`);
    at.start();
    await until(finished, 'all are sent');
    assert.equal(at.agent.instagram.sends.length, 9);
    assert.deepEqual(
      at.agent.instagram.sends.map((job) => job.recipient).toSorted(),
      at.server.deliveries.map((each) => each.recipient).toSorted(),
    );
    assert.ok(at.agent.windows.most <= 2, String(at.agent.windows.most));
    assert.ok(
      at.agent.lines.some((line) => /Account \d → person9: sent/u.test(line)),
      at.agent.lines.join('\n'),
    );
    at.agent.stop();
    await at.running;
    assert.deepEqual(at.agent.journal.unreported(), []);
    assert.equal(at.server.signOffs, 1);
    assert.deepEqual(at.agent.windows.list(), []);
  });

  test('sends nothing that is no longer wanted', async () => {
    at.server.behaviour.maySend = false;
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.start();
    await until(() => delivery.reports.length > 0, 'a report');
    assert.equal(delivery.reports[0]?.outcome, 'released');
    await until(() => at.agent.journal.unresolved().length === 0, 'known to be unsent');
    at.server.behaviour.maySend = true;
    await until(finished, 'sent when wanted again');
  });

  test('keeping a claim is not yet sending: the server notes only the question right before it', async () => {
    at.server.behaviour.leaseMs = 3000;
    const delivery = at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    const notes: boolean[] = [];
    at.agent.instagram.send = async (page, job) => {
      const { renewals } = delivery;
      await until(() => delivery.renewals > renewals, 'kept while the page is slow');
      notes.push(delivery.mayHaveLeft);
      const report = await send(page, job);
      notes.push(delivery.mayHaveLeft);
      return report;
    };
    at.start();
    await until(finished, 'sent');
    assert.deepEqual(notes, [false, true]);
  });

  test('a claim that was lost meanwhile, as after a night’s sleep, is not sent', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    let tries = 0;
    at.agent.instagram.send = (page, job) => {
      tries += 1;
      // The server gave it to somebody else while this computer slept.
      if (tries === 1) delivery.fence += 1;
      return send(page, job);
    };
    at.start();
    await until(() => tries > 0 && at.agent.lines.some((line) => line.includes('put back')), 'put back');
    await until(() => at.agent.journal.unresolved().length === 0, 'its note closed');
    assert.deepEqual(delivery.reports, []);
    delivery.status = 'pending';
    await until(finished, 'sent under the next claim');
    assert.equal(delivery.reports.length, 1);
  });

  test('a window lost after the note that precedes Enter leaves the outcome open, and the next look settles it', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      await send(page, job);
      throw new PageError('closed', 'gone');
    };
    at.start();
    await until(finished, 'settled');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['unknown', 'sent'],
    );
    assert.equal(at.agent.instagram.sends.length, 1);
    assert.deepEqual(at.agent.instagram.verifications[0]?.intent?.tail, ['mark']);
  });

  test('a window lost before it puts the person back', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    let tries = 0;
    const { send } = at.agent.instagram;
    at.agent.instagram.send = (page, job) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new PageError('closed', 'gone')) : send(page, job);
    };
    at.start();
    await until(finished, 'settled');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['released', 'sent'],
    );
  });

  test('a block stops that account only', async () => {
    const { send } = at.agent.instagram;
    for (let person = 1; person <= 4; person += 1) at.server.addDelivery(`person${person}`, 'Hello');
    let isFirst = true;
    at.agent.instagram.send = (page, job) => {
      if (!isFirst) return send(page, job);
      isFirst = false;
      return Promise.resolve({ outcome: 'blocked', reason: 'rate_limited', detail: 'Slow down' });
    };
    at.start();
    await until(finished, 'the others go on');
    assert.equal(at.server.blocked.size, 1);
    assert.ok(at.agent.lines.some((line) => line.includes('stopped: Slow down')));
  });

  test('a profile the user has open is said, waited for, and then used', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.server.accounts.splice(1);
    at.agent.windows.refuse = new ProfileInUse('Account 1');
    at.start();
    await until(() => delivery.reports.length > 0, 'put back');
    assert.deepEqual([delivery.reports[0]?.outcome, delivery.reports[0]?.reason], ['released', 'profile_in_use']);
    await until(() => delivery.reports.length > 2, 'tried again and again');
    assert.deepEqual(
      at.agent.lines.filter((line) => line.includes('open in another Firefox')),
      [
        'Account 1 waits. The browser profile of Account 1 is open in another Firefox window. Close that window, and the agent goes on.',
      ],
    );
    at.agent.windows.refuse = null;
    await until(finished, 'sent once it is free');
  });

  test('a signed-out account is signed in once with what is stored, and otherwise stops', async () => {
    at.server.accounts.splice(1);
    Object.assign(at.server.accounts[0] ?? {}, { credentials: { username: 'me', password: 'pw' } });
    const delivery = at.server.addDelivery('alice', 'Hello');
    let isSignedIn = false;
    const { send } = at.agent.instagram;
    at.agent.instagram.signIn = (_page, username, credentials) => {
      assert.equal(username, 'me');
      assert.deepEqual(credentials, { username: 'me', password: 'pw' });
      isSignedIn = true;
      return Promise.resolve({ state: 'signed_in' });
    };
    at.agent.instagram.send = (page, job) =>
      isSignedIn
        ? send(page, job)
        : Promise.resolve({ outcome: 'blocked', reason: 'signed_out', detail: 'Signed out' });
    at.start();
    await until(finished, 'sent');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['sent'],
    );
  });

  test('what an earlier run left behind is reported before anything is claimed', async () => {
    const folder = await temporaryFolder();
    const earlier = await buildAgent(at.server, { dataDir: folder.path });
    const delivery = at.server.addDelivery('alice', 'Hello');
    const claim = await earlier.api('POST /api/agent/deliveries/claim', { body: { profile_id: 1 } });
    assert.ok(claim.delivery !== null);
    await earlier.journal.intend({
      delivery: delivery.id,
      fence: claim.delivery.fence,
      at: new Date().toISOString(),
      tail: ['before'],
      account: null,
    });
    await at.agent.journal.close();
    await at.agent.cleanUp();
    at.agent = await buildAgent(at.server, { dataDir: folder.path });
    at.start();
    await until(finished, 'settled');
    assert.deepEqual(
      delivery.reports.map((each) => [each.outcome, each.reason]),
      [
        ['unknown', 'agent_stopped'],
        ['sent', null],
      ],
    );
    assert.equal(at.agent.instagram.sends.length, 0);
    assert.deepEqual(at.agent.instagram.verifications[0]?.intent?.tail, ['before']);
    await earlier.journal.close();
    await folder.remove();
  });

  test('what this computer left open is looked up also where the server has forgotten all about it', async () => {
    const delivery = at.server.addDelivery('alice', 'Hello');
    const note = { delivery: delivery.id, fence: 7, at: new Date().toISOString(), tail: ['before'], account: null };
    await at.agent.journal.intend(note);
    at.start();
    await until(finished, 'settled');
    assert.deepEqual(
      delivery.reports.map((each) => each.outcome),
      ['sent'],
    );
    assert.deepEqual([at.agent.instagram.sends, at.agent.instagram.verifications[0]?.intent?.tail], [[], ['before']]);
  });

  test('a server that goes away and comes back is lived through without a loss', async () => {
    at.server.addDelivery('alice', 'Hello');
    const { send } = at.agent.instagram;
    at.agent.instagram.send = async (page, job) => {
      const report = await send(page, job);
      at.server.behaviour.isDown = true;
      setTimeout(() => {
        at.server.behaviour.isDown = false;
      }, 300);
      return report;
    };
    at.start();
    await until(finished, 'reported after the server is back');
    assert.equal(at.agent.instagram.sends.length, 1);
    assert.deepEqual(at.agent.failures, []);
  });

  test('a paused agent claims nothing and says so', async () => {
    at.agent.state.isPaused = true;
    const delivery = at.server.addDelivery('alice', 'Hello');
    at.start();
    await until(() => at.server.hellos.length > 0, 'a hello');
    const request = at.server.addRequest('unread_check', { accounts: [requestAccount(1)] });
    await until(() => request.status === 'completed', 'requests are answered meanwhile');
    assert.equal(delivery.fence, 0);
    assert.ok(JSON.stringify(at.server.hellos.at(-1)).includes('"is_paused":true'));
    at.agent.state.isPaused = false;
    await until(finished, 'goes on');
  });

  for (const [code, text] of [
    ['unauthenticated', /does not know this agent's token/u],
    ['agent_outdated', /Get the new Sandpiper Agent/u],
    ['forbidden', /refuses this agent/u],
  ] as const) {
    test(`ends with one line at ${code}`, async () => {
      at.server.behaviour.error = code;
      at.start();
      await at.running;
      assert.match(at.agent.failures[0]?.message ?? '', text);
    });
  }

  test('refuses the real site for a server in sandbox mode', async () => {
    at.start('https://www.instagram.com');
    await at.running;
    assert.match(at.agent.failures[0]?.message ?? '', /sandbox mode/u);
    assert.equal(at.agent.windows.most, 0);
  });
});
