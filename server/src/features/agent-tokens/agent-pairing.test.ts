import { describeAccess } from '../../testing/access-tests.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();

const withCode = async () => {
  const pairing = await server.call(null, 'POST /api/agent-pairing', { body: { device_name: 'Desk' } });
  return { params: { code: pairing.user_code } };
};

describeAccess(server, [
  { key: 'GET /api/agent-pairing/:code', input: withCode },
  { key: 'POST /api/agent-pairing/:code/approve', input: withCode },
  { key: 'POST /api/agent-pairing/:code/deny', input: withCode },
]);
