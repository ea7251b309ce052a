import assert from 'node:assert/strict';
import { z } from 'zod';
import { uniqueName } from './builders.ts';
import type { TestServer } from './test-server.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Registers a user who can sign in from any address with any browser. */
export async function registerUser(server: TestServer) {
  const body = { username: uniqueName('user-'), password: 'open sesame' };
  await server.call(null, 'POST /api/auth/register', { body });
  const signIn = async (remoteAddress: string, userAgent = firefox) => {
    const headers = { 'user-agent': userAgent };
    const reply = await server.send(null, { method: 'POST', url: '/api/auth/login', body, headers, remoteAddress });
    assert.equal(reply.status, 200, reply.text);
    return z.object({ token: z.string() }).parse(reply.json);
  };
  return { ...body, signIn };
}
