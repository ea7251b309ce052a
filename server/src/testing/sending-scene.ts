import assert from 'node:assert/strict';
import type { ClaimedDelivery, DeliveryOutcome } from '@sandpiper/contract/agent';
import { buildAgent, buildUser } from './builders.ts';
import { buildCampaign } from './campaign-builders.ts';
import type { TestServer } from './test-server.ts';

/** Sets scenes on a server: a running campaign of a user with an agent, and what these two do. */
export const scenesOn =
  (server: TestServer) =>
  async (options: Parameters<typeof buildCampaign>[2] = {}, person: Parameters<typeof buildUser>[1] = {}) => {
    const { app } = server;
    const user = await buildUser(app, person);
    const agent = await buildAgent(app, user);
    const campaign = await buildCampaign(app, user, { status: 'running', ...options });
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
      delivery: ClaimedDelivery,
      outcome: DeliveryOutcome,
      more: {
        is_retryable?: boolean;
        reason?: string;
        detail?: string;
        stops?: { reason: string; detail: string };
      } = {},
    ) =>
      server.call(agent, 'POST /api/agent/deliveries/:id/result', {
        params: { id: delivery.id },
        body: { fence: delivery.fence, outcome, ...more },
      });
    const renew = (delivery: ClaimedDelivery, beforeSend = true) =>
      server.call(agent, 'POST /api/agent/deliveries/:id/renew', {
        params: { id: delivery.id },
        body: { fence: delivery.fence, before_send: beforeSend },
      });
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
    return { user, agent, campaign, account, claim, claimOne, report, renew, view, recipients };
  };

/** Why nobody was given; null: somebody was. */
export const reasonOf = (answer: { delivery: ClaimedDelivery } | { delivery: null; reason: string }) =>
  'reason' in answer ? answer.reason : null;
