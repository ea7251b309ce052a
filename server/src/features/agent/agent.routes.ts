import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import { keepRequest, reportRequest, takeRequest } from '../agent-requests/agent-requests.service.ts';
import { claimDelivery } from '../sending/claim.service.ts';
import { renewLease } from '../sending/lease.service.ts';
import { reportResult } from '../sending/result.service.ts';
import { credentialsOf, greetAgent, signAgentOff, workOf } from './agent.service.ts';

export function addAgentRoutes(app: App): void {
  route(app, 'POST /api/agent/hello', (call) => greetAgent(app, call, call.body));
  route(app, 'GET /api/agent/work', ({ user }) => workOf(app, user.id));
  route(app, 'POST /api/agent/profiles/:id/credentials', ({ user, params }) => credentialsOf(app, user.id, params.id));
  route(app, 'POST /api/agent/sign-off', async (call) => {
    await signAgentOff(app, call);
    return success;
  });

  route(app, 'POST /api/agent/deliveries/claim', ({ user, agent, body }) =>
    claimDelivery(app, { userId: user.id, agentTokenId: agent.id, profileId: body.profile_id }),
  );
  route(app, 'POST /api/agent/deliveries/:id/renew', ({ user, params, body }) =>
    renewLease(app, { userId: user.id, id: params.id, fence: body.fence }, body.before_send),
  );
  route(app, 'POST /api/agent/deliveries/:id/result', ({ user, params, body }) =>
    reportResult(app, { userId: user.id, id: params.id, fence: body.fence }, body),
  );

  route(app, 'POST /api/agent/requests/claim', async ({ user, agent }) => ({
    request: await takeRequest(app, { userId: user.id, agentTokenId: agent.id }),
  }));
  route(app, 'POST /api/agent/requests/:id/renew', ({ user, agent, params, body }) =>
    keepRequest(app, { userId: user.id, agentTokenId: agent.id, id: params.id, fence: body.fence }),
  );
  route(app, 'POST /api/agent/requests/:id/result', ({ user, agent, params, body }) =>
    reportRequest(app, { userId: user.id, agentTokenId: agent.id, id: params.id, fence: body.fence }, body),
  );
}
