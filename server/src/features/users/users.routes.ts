import type { App } from '../../platform/app-context.ts';
import { boundsOf, pageOf, success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { changeUser, createUser, handleUserDeletions, removeUser, setPassword } from './users.service.ts';
import { listUsers } from './users.store.ts';

export function addUserRoutes(app: App): void {
  handleUserDeletions(app);
  route(app, 'GET /api/users', async ({ query }) => {
    const found = await listUsers(app.db, query, boundsOf(query));
    return { users: found.users, pagination: pageOf(query, found.total) };
  });
  route(app, 'POST /api/users', async (call) => ({
    user: await createUser(app, call, {
      ...call.body,
      subscription_end_date: call.body.subscription_end_date ?? null,
    }),
  }));
  route(app, 'PUT /api/users/:id', async (call) => ({
    user: await changeUser(app, call, { id: call.params.id, values: call.body }),
  }));
  route(app, 'PUT /api/users/:id/password', async (call) => {
    await setPassword(app, call, { id: call.params.id, password: call.body.new_password });
    return success;
  });
  route(app, 'DELETE /api/users/:id', async (call) => {
    await removeUser(app, call, call.params.id);
    return success;
  });
}
