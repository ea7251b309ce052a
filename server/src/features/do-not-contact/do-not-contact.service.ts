import { normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { lockPeople } from '../../platform/database/people-lock.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { offsetOf, paginationOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { linkReturningPeople } from '../people/people.service.ts';
import { insertPeople, listInFlight, listPeople, removePerson } from './do-not-contact.store.ts';

export async function pageOfPeople(app: App, userId: number, query: PageRequest & { search?: string | undefined }) {
  const search = (query.search ?? '').replace(/^@/, '');
  const bounds = { limit: query.limit, offset: offsetOf(query) };
  const { people, total } = await listPeople(app.db, userId, search, bounds);
  return { people, pagination: paginationOf(query, total) };
}

/**
 * Adds people to the list. After the answer, nobody except the returned `in_flight` people can be messaged: a go-ahead
 * that is being decided at the same moment either waits for this transaction and sees the list, or came first and is
 * found in flight.
 */
export async function addPeople(
  app: App,
  userId: number,
  { usernames, reason }: { usernames: readonly string[]; reason?: string | undefined },
) {
  const invalid = usernames.filter((name) => usernameProblem(normalizeUsername(name)) !== null);
  const valid = usernames.map(normalizeUsername).filter((name) => usernameProblem(name) === null);
  const people = [...new Set(valid)];
  return change(app, async ({ transaction }) => {
    await lockPeople(transaction, userId);
    const added = await insertPeople(transaction, userId, { people, reason: reason === '' ? null : (reason ?? null) });
    await linkReturningPeople(app, transaction, { userId, usernames: people });
    return { added, in_flight: await listInFlight(transaction, userId, people), invalid };
  });
}

/** Removes a person from the list, so that they can be contacted again. */
export async function allowPerson(
  app: App,
  userId: number,
  { username, reason }: { username: string; reason: string },
): Promise<void> {
  await change(app, async ({ transaction }) => {
    await lockPeople(transaction, userId);
    if (!(await removePerson(transaction, userId, { person: normalizeUsername(username), reason }))) {
      throw notFound('Person');
    }
  });
}
