import type { App } from '../../platform/app-context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { AttemptLimit } from '../../platform/http/attempt-limit.ts';
import { subscriberOf } from '../../platform/http/network.ts';
import { originOf } from '../../platform/http/request-origin.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { beginPairing, decidePairing, getPairing, pollPairing } from './agent-pairing.service.ts';
import { createAgentToken, removeAgentToken } from './agent-tokens.service.ts';
import { listAgentTokens } from './agent-tokens.store.ts';

const windowSeconds = 600;
const tooMany = 'Too many attempts.';

export function addAgentTokenRoutes(app: App): void {
  route(app, 'POST /api/agent-tokens', (call) => createAgentToken(app, call, call.body.name));
  route(app, 'GET /api/agent-tokens', async ({ user }) => ({ tokens: await listAgentTokens(app.db, user.id) }));
  route(app, 'DELETE /api/agent-tokens/:id', async (call) => {
    await removeAgentToken(app, call, call.params.id);
    return success;
  });
  addPairingRoutes(app);
}

function addPairingRoutes(app: App): void {
  const beginnings = new AttemptLimit(app, { name: 'pairing', limit: 60, windowSeconds });
  const polls = new AttemptLimit(app, { name: 'pairing question', limit: 3000, windowSeconds });
  const guesses = new AttemptLimit(app, { name: 'pairing code', limit: 60, windowSeconds });

  route(app, 'POST /api/agent-pairing', async ({ body, request }) => {
    await beginnings.take(subscriberOf(request.ip), tooMany);
    const origin = app.config.publicUrl ?? originOf(request);
    if (origin === null) throw new AppError('malformed_request', "The Host header isn't a valid host name.");
    return beginPairing(app, { deviceName: body.device_name, address: request.ip, baseUrl: origin });
  });
  route(app, 'POST /api/agent-pairing/token', async ({ body, request }) => {
    await polls.take(subscriberOf(request.ip), tooMany);
    return pollPairing(app, body.device_code, request);
  });
  route(app, 'GET /api/agent-pairing/:code', async ({ user, params, request }) => {
    await guesses.take(String(user.id), tooMany);
    return getPairing(app, params.code, request.ip);
  });
  route(app, 'POST /api/agent-pairing/:code/approve', async (call) => {
    await guesses.take(String(call.user.id), tooMany);
    await decidePairing(app, call, { code: call.params.code, status: 'approved' });
    return success;
  });
  route(app, 'POST /api/agent-pairing/:code/deny', async (call) => {
    await guesses.take(String(call.user.id), tooMany);
    await decidePairing(app, call, { code: call.params.code, status: 'denied' });
    return success;
  });
}
