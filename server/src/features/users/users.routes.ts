import type { App } from '../../platform/app-context.ts';
import { offsetOf, pageOf, success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { changeUser, createUser, removeUser, setPassword } from './users.service.ts';
import { listUsers } from './users.store.ts';

export function addUserRoutes(app: App): void {
  route(app, 'GET /api/users', async ({ query }) => {
    const found = await listUsers(app.db, query, { limit: query.limit, offset: offsetOf(query) });
    return { users: found.users, pagination: pageOf(query, found.total) };
  });
  route(app, 'POST /api/users', async ({ body }) => ({
    user: await createUser(app, { ...body, subscription_end_date: body.subscription_end_date ?? null }),
  }));
  route(app, 'PUT /api/users/:id', async ({ params, body }) => {
    const { username, role, pack, subscription_end_date, is_active } = body;
    const change = {
      username,
      ...(role === undefined ? {} : { role }),
      ...(pack === undefined ? {} : { pack }),
      ...(subscription_end_date === undefined ? {} : { subscription_end_date }),
      ...(is_active === undefined ? {} : { is_active }),
    };
    return { user: await changeUser(app, params.id, change) };
  });
  route(app, 'PUT /api/users/:id/password', async ({ params, body }) => {
    await setPassword(app, params.id, body.new_password);
    return success;
  });
  route(app, 'DELETE /api/users/:id', async ({ user, params }) => {
    await removeUser(app, user, params.id);
    return success;
  });
}
