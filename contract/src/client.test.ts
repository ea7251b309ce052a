import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, createClient } from './client.ts';

function clientAnswering(answer: () => Response | Promise<Response>) {
  const seen: { url: string; init: RequestInit }[] = [];
  const unauthenticated: (string | null)[] = [];
  const call = createClient({
    baseUrl: 'http://server',
    getToken: () => 'secret',
    onUnauthenticated: (token) => {
      unauthenticated.push(token);
    },
    fetch: async (url, init) => {
      seen.push({ url, init });
      return await answer();
    },
  });
  return { call, seen, unauthenticated };
}

test('a call fills in encoded path parameters, and omits empty query values', async () => {
  const { call, seen } = clientAnswering(() => Response.json({ success: true }));
  await call('DELETE /api/firefox-profiles/:path', { params: { path: '/home/a b' } });
  await call('GET /api/campaigns', { query: { search: '', page: 2 } });
  assert.equal(seen[0]?.url, 'http://server/api/firefox-profiles/%2Fhome%2Fa%20b');
  assert.equal(seen[1]?.url, 'http://server/api/campaigns?page=2');
});

test('a call sends the token and a JSON body', async () => {
  const { call, seen } = clientAnswering(() => Response.json({ settings: {} }));
  await call('PUT /api/settings', { body: { max_retries: 1, delay_start: 30, delay_end: 31 } });
  assert.deepEqual(seen[0]?.init.headers, { authorization: 'Bearer secret', 'content-type': 'application/json' });
  assert.equal(seen[0]?.init.body, '{"max_retries":1,"delay_start":30,"delay_end":31}');
});

test("a failed call throws an error with the server's text, and a 401 also calls onUnauthenticated", async () => {
  const { call, unauthenticated } = clientAnswering(() =>
    Response.json({ error: 'Sign in again.', code: 'unauthenticated', requestId: 'r' }, { status: 401 }),
  );
  await assert.rejects(call('GET /api/lists'), (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.message, 'Sign in again.');
    assert.equal(error.code, 'unauthenticated');
    return true;
  });
  assert.deepEqual(unauthenticated, ['secret']);
});

test('a call throws an error with a readable message if an error response is not JSON', async () => {
  const { call } = clientAnswering(() => new Response('<html>', { status: 502 }));
  await assert.rejects(call('GET /api/lists'), /The server returned an error \(502\)/);
});

test('a failed call has different error codes for a lost connection, a timeout and a canceled request', async () => {
  const lost = clientAnswering(() => Promise.reject(new TypeError('fetch failed')));
  await assert.rejects(lost.call('GET /api/lists'), { code: 'network' });
  const late = clientAnswering(() => Promise.reject(new DOMException('late', 'TimeoutError')));
  await assert.rejects(late.call('GET /api/lists'), { code: 'timeout' });
  const off = clientAnswering(() => Promise.reject(new DOMException('off', 'AbortError')));
  await assert.rejects(off.call('GET /api/lists', {}, { signal: AbortSignal.abort() }), { code: 'aborted' });
});
