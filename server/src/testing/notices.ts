import type { TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

export async function noticesOf(server: TestServer, user: TestUser) {
  return (await server.call(user, 'GET /api/notices')).notices;
}

/** Returns the content of a user's notices, newest first. */
export async function noticeTextsOf(server: TestServer, user: TestUser) {
  return (await noticesOf(server, user)).map(({ kind, title, message, path }) => ({ kind, title, message, path }));
}
