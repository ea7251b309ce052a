import assert from 'node:assert/strict';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { ReasonCode, StopReason } from '@sandpiper/contract/reasons';
import { sql } from 'kysely';
import { buildComputer, buildUser } from './builders.ts';
import type { TestAgent, TestUser } from './builders.ts';
import { buildCampaign, expireLease, makeCheckDue, makeDue } from './campaign-builders.ts';
import { endStaleClaims } from '../features/sending/sending-sweep.service.ts';
import type { TestServer } from './test-server.ts';

type CampaignOptions = Parameters<typeof buildCampaign>[2];

/**
 * Returns a function that sets up a campaign whose accounts are on the user's computer. The campaign is running by default. The function
 * returns the scene, which includes functions that act as the agent and as the user.
 */
export const scenesOn =
  (server: TestServer) =>
  async (options: CampaignOptions = {}, person: Parameters<typeof buildUser>[1] = {}) => {
    const { app } = server;
    const user = await buildUser(app, person);
    const campaign = await buildCampaign(app, user, { status: 'running', ...options });
    const agent = await buildComputer(app, user);
    const account = campaign.accounts[0];
    assert.ok(account);
    const agentCalls = callsOf(server, agent, account.id);
    const { claimOne, commit, report } = agentCalls;
    /** Clears an account's pause, claims the next person and sends the message. */
    const sendOne = async (profileId = account.id): Promise<ClaimedDelivery> => {
      await makeDue(app, { id: profileId });
      const delivery = await claimOne(profileId);
      assert.equal((await commit(delivery)).may_send, true);
      await report(delivery, 'sent');
      return delivery;
    };
    /** Clears an account's pause, claims the next person and gets the go-ahead. */
    const commitOne = async (profileId = account.id): Promise<ClaimedDelivery> => {
      await makeDue(app, { id: profileId });
      const delivery = await claimOne(profileId);
      assert.equal((await commit(delivery)).may_send, true);
      return delivery;
    };
    /** Simulates an agent that goes silent, and a server that notices. */
    const fallSilent = async (delivery: ClaimedDelivery): Promise<void> => {
      await expireLease(app, delivery.id);
      await endStaleClaims(app);
    };
    /** Makes a delivery's check due and claims the check. */
    const claimCheck = async (delivery: ClaimedDelivery): Promise<ClaimedDelivery> => {
      await makeCheckDue(app, delivery.id);
      const check = await claimOne(delivery.profile_id);
      assert.deepEqual([check.id, check.task], [delivery.id, 'check']);
      return check;
    };
    /** Builds another campaign for the same user, by default a running one with the same list. Its accounts are on the same computer. */
    const another = async (more: CampaignOptions = {}) => {
      const next = await buildCampaign(app, user, {
        name: 'Summer',
        status: 'running',
        listId: campaign.listId,
        ...more,
      });
      await app.db
        .updateTable('profiles')
        .set({ installation_id: agent.installationId, folder: sql<string>`profile_path` })
        .where('id', 'in', [0, ...next.accounts.map(({ id }) => id)])
        .execute();
      const [first] = next.accounts;
      assert.ok(first);
      return { ...next, account: first };
    };
    return {
      user,
      agent,
      campaign,
      account,
      params: { id: campaign.id },
      ...agentCalls,
      sendOne,
      commitOne,
      fallSilent,
      claimCheck,
      another,
      ...viewsOf(server, user, campaign),
    };
  };

function callsOf(server: TestServer, agent: TestAgent, ownId: number) {
  const claim = (profileId = ownId) =>
    server.call(agent, 'POST /api/agent/deliveries/claim', { body: { profile_id: profileId } });
  const claimOne = async (profileId = ownId): Promise<ClaimedDelivery> => {
    const answer = await claim(profileId);
    assert.ok(answer.delivery, 'text' in answer ? answer.text : '');
    return answer.delivery;
  };
  const report = (
    { id, claim_id }: ClaimedDelivery,
    outcome: DeliveryOutcome,
    more: { reason?: ReasonCode; detail?: string; sent_at?: string; message_id?: string } = {},
  ) =>
    server.call(agent, 'POST /api/agent/deliveries/:id/result', {
      params: { id },
      body: { claim_id, outcome, ...more },
    });
  /** Claims the next person, then releases the claim and reports `reason` as the reason why the account has to wait. */
  const releaseOne = async (reason: ReasonCode, profileId = ownId) =>
    report(await claimOne(profileId), 'released', { reason });
  const renew = ({ id, claim_id }: ClaimedDelivery) =>
    server.call(agent, 'POST /api/agent/deliveries/:id/renew', { params: { id }, body: { claim_id } });
  const commit = ({ id, claim_id }: ClaimedDelivery, signedInAs: string | null = null) =>
    server.call(agent, 'POST /api/agent/deliveries/:id/commit', {
      params: { id },
      body: { claim_id, signed_in_as: signedInAs },
    });
  /** Returns why the go-ahead is refused, or null if it is given. */
  const refusalOf = async (delivery: ClaimedDelivery, signedInAs: string | null = null) => {
    const answer = await commit(delivery, signedInAs);
    return answer.may_send ? null : answer.reason;
  };
  const stop = (reason: StopReason, profileId = ownId, detail: string | null = null) =>
    server.call(agent, 'POST /api/agent/profiles/:id/stop', { params: { id: profileId }, body: { reason, detail } });
  const signOff = () => server.call(agent, 'POST /api/agent/sign-off');
  return { claim, claimOne, report, releaseOne, renew, commit, refusalOf, stop, signOff };
}

function viewsOf(server: TestServer, user: TestUser, { id: campaignId }: { id: number }) {
  const { db } = server.app;
  const view = async (id = campaignId) =>
    (await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign;
  const counters = async (id = campaignId) => {
    const { total_list, total_sent, total_failed, total_skipped } = await view(id);
    return [total_list, total_sent, total_failed, total_skipped];
  };
  /** Returns the log entries about people, as `username action`. */
  const logOfPeople = async (id = campaignId) => {
    const { logs } = await view(id);
    return logs.flatMap(({ recipient, action }) => (recipient === null ? [] : [`${recipient} ${action}`]));
  };
  const recipients = async () => {
    const rows = await db
      .selectFrom('recipients')
      .select(['recipient', 'status'])
      .where('user_id', '=', user.id)
      .orderBy('recipient')
      .execute();
    return rows.map(({ recipient, status }) => [recipient, status]);
  };
  const deliveryOf = ({ id }: { id: number }) =>
    db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const statusOf = async (delivery: { id: number }) => (await deliveryOf(delivery)).status;
  const accountOf = (id: number) =>
    db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** Returns the people who received or may have received a message, as `username state campaign`. */
  const contacts = async () => {
    const rows = await db
      .selectFrom('contacts')
      .select(['person', 'state', 'campaign_name'])
      .where('user_id', '=', user.id)
      .orderBy('contacted_at')
      .execute();
    return rows.map(({ person, state, campaign_name }) => `${person} ${state} ${campaign_name}`);
  };
  const setStatus = (status: 'paused' | 'running' | 'completed') =>
    server.call(user, 'PUT /api/campaigns/:id/status', { params: { id: campaignId }, body: { status } });
  return { view, counters, logOfPeople, recipients, deliveryOf, statusOf, accountOf, contacts, setStatus };
}

/** Returns why a claim returned no delivery, or null if it returned a delivery. */
export const reasonOf = (answer: { delivery: ClaimedDelivery } | { delivery: null; reason: string }) =>
  'reason' in answer ? answer.reason : null;
