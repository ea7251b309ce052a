import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBeside, testServer } from '../../testing/test-server.ts';

const shared = testServer();
const app = 'https://app.example.com';

describe('another origin', () => {
  const headersFor = async (allowedOrigins: string[], origin: string) => {
    const server = await startBeside(await shared, { allowedOrigins });
    const call = await server.app.http.inject({ url: '/api/health', headers: { origin } });
    const preflight = await server.app.http.inject({
      method: 'OPTIONS',
      url: '/api/campaigns',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
    });
    const page = await server.app.http.inject({ url: '/api/docs' });
    return { call, preflight, page };
  };

  it('can call the server and be called by the server’s pages if the operator has allowed it', async () => {
    const { call, preflight, page } = await headersFor([app], app);
    assert.equal(call.headers['access-control-allow-origin'], app);
    assert.equal(preflight.statusCode, 204);
    assert.equal(preflight.headers['access-control-allow-headers'], 'authorization');
    assert.match(String(preflight.headers['access-control-allow-methods']), /PUT/);
    assert.equal(call.headers['access-control-allow-credentials'], undefined);
    assert.match(
      String(page.headers['content-security-policy']),
      /connect-src 'self' https:\/\/app\.example\.com wss:\/\/app\.example\.com;/,
    );
  });

  it('cannot call the server unless the operator has allowed it', async () => {
    const { call } = await headersFor([app], 'https://evil.example.com');
    assert.notEqual(call.headers['access-control-allow-origin'], 'https://evil.example.com');
  });

  it('can neither call the server nor be called by the server’s pages by default', async () => {
    const { call, page } = await headersFor([], app);
    assert.equal(call.headers['access-control-allow-origin'], undefined);
    assert.match(String(page.headers['content-security-policy']), /connect-src 'self';/);
    assert.equal(call.headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
  });
});
