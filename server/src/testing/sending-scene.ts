import assert from 'node:assert/strict';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { ReasonCode, StopReason } from '@sandpiper/contract/reasons';
import { buildComputer, buildUser } from './builders.ts';
import { buildCampaign, expireLease, makeDue } from './campaign-builders.ts';
import { endStaleClaims } from '../features/sending/sending-sweep.service.ts';
import type { TestServer } from './test-server.ts';

/** Sets scenes on a server: a running campaign of a user whose computer has its accounts, and what these do. */
export const scenesOn =
  (server: TestServer) =>
  async (options: Parameters<typeof buildCampaign>[2] = {}, person: Parameters<typeof buildUser>[1] = {}) => {
    const { app } = server;
    const user = await buildUser(app, person);
    const campaign = await buildCampaign(app, user, { status: 'running', ...options });
    const agent = await buildComputer(app, user);
    const account = campaign.accounts[0];
    assert.ok(account);
    const claim = (profileId = account.id) =>
      server.call(agent, 'POST /api/agent/deliveries/claim', { body: { profile_id: profileId } });
    const claimOne = async (profileId = account.id): Promise<ClaimedDelivery> => {
      const answer = await claim(profileId);
      assert.ok(answer.delivery, 'text' in answer ? answer.text : '');
      return answer.delivery;
    };
    const report = (
      { id, claim_id }: ClaimedDelivery,
      outcome: DeliveryOutcome,
      more: { reason?: ReasonCode; detail?: string; sent_at?: string } = {},
    ) =>
      server.call(agent, 'POST /api/agent/deliveries/:id/result', {
        params: { id },
        body: { claim_id, outcome, ...more },
      });
    const renew = ({ id, claim_id }: ClaimedDelivery) =>
      server.call(agent, 'POST /api/agent/deliveries/:id/renew', { params: { id }, body: { claim_id } });
    const commit = ({ id, claim_id }: ClaimedDelivery, signedInAs: string | null = null) =>
      server.call(agent, 'POST /api/agent/deliveries/:id/commit', {
        params: { id },
        body: { claim_id, signed_in_as: signedInAs },
      });
    const stop = (reason: StopReason, profileId = account.id) =>
      server.call(agent, 'POST /api/agent/profiles/:id/stop', { params: { id: profileId }, body: { reason } });
    /** Claims the next person for an account whose pause is over, and sends to them. */
    const sendOne = async (profileId = account.id): Promise<ClaimedDelivery> => {
      await makeDue(app, { id: profileId });
      const delivery = await claimOne(profileId);
      assert.equal((await commit(delivery)).may_send, true);
      await report(delivery, 'sent');
      return delivery;
    };
    /** As if the agent had fallen silent, until the server has noticed. */
    const fallSilent = async (delivery: ClaimedDelivery): Promise<void> => {
      await expireLease(app, delivery.id);
      await endStaleClaims(app);
    };
    const view = async () =>
      (await server.call(user, 'GET /api/campaigns/:id', { params: { id: campaign.id } })).campaign;
    const recipients = async () => {
      const rows = await app.db
        .selectFrom('recipients')
        .select(['recipient', 'status'])
        .where('user_id', '=', user.id)
        .orderBy('recipient')
        .execute();
      return rows.map(({ recipient, status }) => [recipient, status]);
    };
    const statusOf = async ({ id }: ClaimedDelivery) => {
      const row = await app.db.selectFrom('deliveries').select('status').where('id', '=', id).executeTakeFirstOrThrow();
      return row.status;
    };
    return {
      user,
      agent,
      campaign,
      account,
      claim,
      claimOne,
      commit,
      report,
      renew,
      stop,
      sendOne,
      fallSilent,
      view,
      recipients,
      statusOf,
    };
  };

/** Why nobody was given; null: somebody was. */
export const reasonOf = (answer: { delivery: ClaimedDelivery } | { delivery: null; reason: string }) =>
  'reason' in answer ? answer.reason : null;
