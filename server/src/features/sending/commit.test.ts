import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import { buildComputer, buildUser } from '../../testing/builders.ts';
import { expireLease, makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { startTestServer, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);
type Scene = Awaited<ReturnType<typeof scene>>;

function secondsUntil(time: string | null): number {
  return (Date.parse(time ?? '') - Date.now()) / 1000;
}

describe('the request for the go-ahead', () => {
  it('is granted only after the server has recorded that the person may receive the message', async () => {
    const { claimOne, commit, statusOf, contacts } = await scene();
    const delivery = await claimOne();
    const answer = await commit(delivery);
    assert.ok(answer.may_send && Date.parse(answer.lease_expires_at) > Date.now());
    assert.equal(await statusOf(delivery), 'committed');
    assert.deepEqual(await contacts(), ['anna sending Spring']);
  });

  it('is granted again if the agent repeats it, and the pause starts over, because the message might not have been sent yet', async () => {
    const { commitOne, commit, deliveryOf, accountOf, account } = await scene();
    const delivery = await commitOne();
    const before = await deliveryOf(delivery);
    await makeDue(app, account);
    assert.equal((await commit(delivery)).may_send, true);
    assert.deepEqual(await deliveryOf(delivery), before);
    assert.ok(secondsUntil((await accountOf(account.id)).next_due_at) > 350);
  });

  it('starts the account’s pause, even if the agent then goes silent', async () => {
    const { commitOne, fallSilent, claim, accountOf, account } = await scene({}, { delay_start: 400, delay_end: 400 });
    await fallSilent(await commitOne());
    const seconds = secondsUntil((await accountOf(account.id)).next_due_at);
    // The agent may press Enter up to 15 seconds after the go-ahead.
    assert.ok(seconds > 405 && seconds <= 415, String(seconds));
    assert.equal((await claim()).delivery?.task, 'check');
  });

  it('is refused once the lease is lost, and the person is pending again', async () => {
    const { claimOne, agent, fallSilent, statusOf } = await scene();
    const delivery = await claimOne();
    await fallSilent(delivery);
    const refusal = await server.refuse(agent, 'POST /api/agent/deliveries/:id/commit', {
      params: { id: delivery.id },
      body: { claim_id: delivery.claim_id },
    });
    assert.deepEqual([refusal.status, refusal.code], [409, 'lease_lost']);
    assert.equal(await statusOf(delivery), 'pending');
  });

  it('is still granted after the lease has expired, as long as the server has not ended the claim', async () => {
    const { claimOne, commit } = await scene();
    const delivery = await claimOne();
    await expireLease(app, delivery.id);
    assert.equal((await commit(delivery)).may_send, true);
  });

  it('is refused once the outcome has been reported, and does not change the outcome', async () => {
    const { sendOne, agent, counters } = await scene({ recipients: ['anna'] });
    const delivery = await sendOne();
    const reply = await server.send(agent, {
      method: 'POST',
      url: `/api/agent/deliveries/${delivery.id}/commit`,
      body: { claim_id: delivery.claim_id },
    });
    assert.ok(reply.status === 409 || reply.text.includes('"may_send":false'), reply.text);
    assert.deepEqual(await counters(), [1, 1, 0, 0]);
  });

  it('waits for a sync to disk before it is granted, but not before it is refused', async () => {
    const own = await startTestServer();
    let syncs = 0;
    Object.assign(own.app, { syncToDisk: () => Promise.resolve((syncs += 1)) });
    const { claimOne, commit, setStatus } = await scenesOn(own)();
    const delivery = await claimOne();
    await commit(delivery);
    assert.equal(syncs, 1);
    await setStatus('paused');
    await commit(delivery);
    assert.equal(syncs, 1);
  });
});

const rules: readonly [reason: ReasonCode, spoil: (scene: Scene) => Promise<unknown>][] = [
  ['campaign_not_running', ({ setStatus }) => setStatus('paused')],
  ['campaign_not_running', ({ user, params }) => server.call(user, 'POST /api/campaigns/:id/stop', { params })],
  [
    'subscription_ended',
    ({ user }) => app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute(),
  ],
  [
    'account_inactive',
    ({ user, account }) => server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: account.id } }),
  ],
  ['account_held', ({ stop }) => stop('challenge')],
  ['account_held', ({ stop }) => stop('rate_limited')],
  [
    'no_computer',
    ({ user, account }) =>
      server.call(user, 'PUT /api/profiles/:id/computer', {
        params: { id: account.id },
        body: { computer_id: null },
      }),
  ],
  [
    'wrong_computer',
    async ({ user, account }) => {
      const { installationId } = await buildComputer(app, user, { accounts: [] });
      await app.db
        .updateTable('profiles')
        .set({ installation_id: installationId })
        .where('id', '=', account.id)
        .execute();
    },
  ],
  ['do_not_contact', ({ user }) => server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['Anna'] } })],
  [
    'not_pending',
    ({ user }) => app.db.updateTable('recipients').set({ status: 'sent' }).where('user_id', '=', user.id).execute(),
  ],
  ['not_pending', ({ user }) => app.db.deleteFrom('recipients').where('user_id', '=', user.id).execute()],
];

const ofPeople = new Set<ReasonCode>(['do_not_contact', 'not_pending']);

describe('when every rule is checked again before the go-ahead', () => {
  for (const [index, [reason, spoil]] of rules.entries()) {
    it(`the go-ahead is refused with ${reason} (rule ${index + 1})`, async () => {
      const given = await scene({ accounts: 2, recipients: ['anna', 'ben'] });
      const { claimOne, commit, statusOf, contacts } = given;
      const delivery = await claimOne();
      await spoil(given);
      const answer = await commit(delivery);
      assert.ok(!answer.may_send);
      assert.equal(answer.reason, reason);
      assert.ok(answer.text.length > 10);
      assert.deepEqual(await contacts(), []);
      const status = await statusOf(delivery);
      if (ofPeople.has(reason)) assert.ok(status === 'skipped' || status === 'withdrawn', status);
      else assert.equal(status, 'claimed');
    });
  }

  it('a repeated request can still be refused, but no longer skips the person', async () => {
    const { user, commitOne, refusalOf, setStatus, statusOf } = await scene();
    const delivery = await commitOne();
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'] } });
    assert.equal(await refusalOf(delivery), null, 'the message may have been sent already');
    await setStatus('paused');
    assert.equal(await refusalOf(delivery), 'campaign_not_running');
    assert.equal(await statusOf(delivery), 'committed');
  });

  it('a skipped person is logged and counted, and the agent’s report changes nothing', async () => {
    const { user, claimOne, refusalOf, report, counters, logOfPeople } = await scene();
    const delivery = await claimOne();
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'] } });
    assert.equal(await refusalOf(delivery), 'do_not_contact');
    assert.equal((await report(delivery, 'released', { reason: 'no_longer_wanted' })).recorded, false);
    assert.deepEqual(await counters(), [2, 0, 0, 1]);
    assert.deepEqual(await logOfPeople(), ['anna skipped']);
  });
});

describe('a request about a claim', () => {
  const strangers: readonly [who: string, of: (scene: Scene) => Promise<{ token: string }>][] = [
    ['another computer of the user', ({ user }) => buildComputer(app, user, { accounts: [] })],
    [
      'the same computer with another installation of the agent',
      async ({ agent }) => {
        await app.db
          .updateTable('agent_tokens')
          .set({ installation_id: randomUUID() })
          .where('id', '=', agent.id)
          .execute();
        return agent;
      },
    ],
    ['another user’s agent', async () => buildComputer(app, await buildUser(app), { accounts: [] })],
  ];
  for (const [who, of] of strangers) {
    it(`changes nothing if it comes from ${who}`, async () => {
      const given = await scene();
      const delivery = await given.claimOne();
      const before = await given.deliveryOf(delivery);
      const stranger = await of(given);
      const url = `/api/agent/deliveries/${delivery.id}`;
      const { claim_id } = delivery;
      const call = async (what: string, more: object = {}) =>
        server.send(stranger, { method: 'POST', url: `${url}/${what}`, body: { claim_id, ...more } });
      assert.ok([404, 409].includes((await call('renew')).status));
      assert.ok([404, 409].includes((await call('commit')).status));
      const result = await call('result', { outcome: 'sent' });
      assert.ok(result.status === 404 || result.text.includes('"recorded":false'), result.text);
      assert.deepEqual(await given.deliveryOf(delivery), before);
      assert.deepEqual(await given.counters(), [3, 0, 0, 0]);
    });
  }

  it('changes nothing if it names another claim', async () => {
    const { claimOne, report, agent, deliveryOf } = await scene();
    const delivery = await claimOne();
    const before = await deliveryOf(delivery);
    const other = { ...delivery, claim_id: randomUUID() };
    for (const key of ['POST /api/agent/deliveries/:id/renew', 'POST /api/agent/deliveries/:id/commit'] as const) {
      const refusal = await server.refuse(agent, key, { params: { id: other.id }, body: { claim_id: other.claim_id } });
      assert.equal(refusal.code, 'lease_lost');
    }
    for (const outcome of ['sent', 'failed', 'unknown', 'released'] as const) {
      assert.deepEqual(await report(other, outcome), { recorded: false, status: 'claimed' });
    }
    assert.deepEqual(await deliveryOf(delivery), before);
  });

  it('changes nothing if it names the claim of another account’s delivery', async () => {
    const { campaign, claimOne, report } = await scene({ accounts: 2 });
    const first = await claimOne();
    const second = await claimOne(campaign.accounts[1]?.id);
    const crossed = await report({ ...first, claim_id: second.claim_id }, 'sent');
    assert.deepEqual(crossed, { recorded: false, status: 'claimed' });
  });
});
