import type { SignedInAgent } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { authenticateAgent, route, unauthenticatedRoute } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { keepRequest, reportRequest } from '../agent-requests/agent-requests.service.ts';
import { stopAccount } from '../sending/account-stop.service.ts';
import { wait } from '../guard/sending-rules.service.ts';
import { claimDelivery, leaseLost, renewClaim } from '../sending/claim.service.ts';
import { commitDelivery } from '../sending/commit.service.ts';
import { reportResult } from '../sending/result.service.ts';
import { refuseOutdated, signAgentOff, syncAgent } from './agent.service.ts';
import { credentialsOf } from './credentials.service.ts';

export function addAgentRoutes(app: App): void {
  // Agents with protocol version 1 call this endpoint first. They are outdated, so the server always refuses them.
  route(app, 'POST /api/agent/hello', (call) => refuseOutdated(app, call, call.body));
  unauthenticatedRoute(app, 'POST /api/agent/sync', ({ body, request }) =>
    syncAgent(app, (find) => authenticateAgent(app, request, find), { ...body, address: request.ip }),
  );
  route(app, 'POST /api/agent/profiles/:id/credentials', (call) => credentialsOf(app, call, call.params.id));
  route(app, 'POST /api/agent/profiles/:id/stop', async ({ user, params, body }) => {
    await stopAccount(app, { userId: user.id, profileId: params.id }, body);
    return success;
  });
  route(app, 'POST /api/agent/sign-off', async (call) => {
    await signAgentOff(app, call);
    return success;
  });
  addDeliveryRoutes(app);
  route(app, 'POST /api/agent/requests/:id/renew', ({ user, agent, params, body }) =>
    keepRequest(app, { userId: user.id, agentTokenId: agent.id, id: params.id, fence: body.fence }, body.progress),
  );
  route(app, 'POST /api/agent/requests/:id/result', ({ user, agent, params, body }) =>
    reportRequest(
      app,
      {
        userId: user.id,
        agentTokenId: agent.id,
        installationId: agent.installationId,
        id: params.id,
        fence: body.fence,
      },
      body,
    ),
  );
}

type ClaimCall = Pick<SignedInAgent, 'user' | 'agent'> & { params: { id: number }; body: { claim_id: string } };

/**
 * Returns the key of the claim that an agent's request refers to. The computer and the random claim ID must match the stored claim. Throws
 * `lease_lost` if the agent hasn't reported its computer yet.
 */
function claimOf({ user, agent, params, body }: ClaimCall) {
  if (agent.installationId === null) throw leaseLost();
  return { userId: user.id, installationId: agent.installationId, deliveryId: params.id, claimId: body.claim_id };
}

function addDeliveryRoutes(app: App): void {
  route(app, 'POST /api/agent/deliveries/claim', async ({ user, agent, body }) => {
    // If a campaign was being started while its owner requested the deletion of their user account, the campaign might still be running.
    if (user.deletion_due_at !== null) return wait('campaign_not_running');
    return claimDelivery(app, { userId: user.id, installationId: agent.installationId, profileId: body.profile_id });
  });
  route(app, 'POST /api/agent/deliveries/:id/renew', (call) => renewClaim(app, claimOf(call)));
  route(app, 'POST /api/agent/deliveries/:id/commit', (call) =>
    commitDelivery(app, claimOf(call), call.body.signed_in_as),
  );
  route(app, 'POST /api/agent/deliveries/:id/result', (call) => reportResult(app, claimOf(call), call.body));
}
