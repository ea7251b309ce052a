import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testServer } from './testing/test-server.ts';

const server = await testServer();

describe('the server', () => {
  it('reports its health as ok', async () => {
    const health = await server.call(null, 'GET /api/health');
    assert.equal(health.status, 'ok');
    assert.equal(health.sandbox, server.app.config.sandbox);
  });

  it('answers an unknown API call with the usual error body', async () => {
    const reply = await server.send(null, { method: 'GET', url: '/api/no-such-call' });
    assert.equal(reply.status, 404);
    assert.match(reply.text, /"code":"not_found"/);
    assert.match(reply.text, /"requestId":"[0-9a-f-]{36}"/);
  });

  for (const url of ['/%zz', '/api/%', '/api/campaigns/%00', '/api/%E0%A4%A']) {
    it(`answers the malformed URL ${url} with an error`, async () => {
      const reply = await server.send(null, { method: 'GET', url });
      assert.ok([400, 401, 404, 503].includes(reply.status), String(reply.status));
    });
  }

  it('describes its calls in OpenAPI 3.1', async () => {
    const reply = await server.send(null, { method: 'GET', url: '/api/openapi.json' });
    assert.equal(reply.status, 200);
    assert.match(reply.text, /"openapi":"3\.1\.0"/);
    assert.match(reply.text, /"\/api\/health"/);
  });
});
