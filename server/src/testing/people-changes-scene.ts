import type { PeopleChange, PeopleChangeInput, PeopleScope } from '@sandpiper/contract/people-changes';
import { buildList, buildUser } from './builders.ts';
import type { TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

/** Returns functions that change many people, as users do, and that show the result. */
export function peopleChangesOn(server: TestServer) {
  const { app } = server;
  const begin = async (user: TestUser, scope: PeopleScope, change: PeopleChangeInput, on: TestServer = server) =>
    (await on.call(user, 'POST /api/people-changes', { body: { scope, change } })).change;
  const get = async (user: TestUser, { id }: PeopleChange) =>
    (await server.call(user, 'GET /api/people-changes/:id', { params: { id } })).change;
  const undo = async (user: TestUser, { id }: PeopleChange) =>
    (await server.call(user, 'POST /api/people-changes/:id/undo', { params: { id } })).change;
  /** Returns the status of each person on a list, in the order in which the people were added. */
  const statusesOn = async (user: TestUser, id: number): Promise<Record<string, string>> => {
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id } });
    return Object.fromEntries(recipients.toReversed().map(({ recipient, status }) => [recipient, status]));
  };
  /** Returns how many tags the user's people have in total. */
  const countTags = async (user: TestUser) =>
    (await app.db.selectFrom('person_tags').select('person_id').where('user_id', '=', user.id).execute()).length;
  const listOf = async (names: string[], user?: TestUser) => {
    const owner = user ?? (await buildUser(app));
    const { id, name, recipients } = await buildList(app, owner, { recipients: names });
    const idOf = (wanted: string) => recipients.find(({ recipient }) => recipient === wanted)?.id ?? 0;
    const set = (wanted: string, status: 'pending' | 'sent' | 'failed' | 'not_found') =>
      server.call(owner, 'PUT /api/recipients/:id/status', { params: { id: idOf(wanted) }, body: { status } });
    return { user: owner, listId: id, name, all: { list_id: id, filter: {} }, idOf, set };
  };
  return { begin, get, undo, statusesOn, countTags, listOf };
}
