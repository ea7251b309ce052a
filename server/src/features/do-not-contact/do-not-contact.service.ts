import type { MarkOrigin } from '@sandpiper/contract/do-not-contact';
import { normalizeUsername, usernameProblem } from '@sandpiper/contract/usernames';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { lockPeople } from '../../platform/database/people-lock.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { boundedPaginationOf, boundsOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { recordActOf, recordAudit } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { listInFlight } from '../deliveries/claiming.service.ts';
import { linkReturningPeople } from '../people/people.service.ts';
import {
  countForgotten,
  insertPeople,
  listPeople,
  listRemovals,
  listStoredNames,
  removeMarks,
  removePerson,
  updateReason,
} from './do-not-contact.store.ts';

type Query = PageRequest & { search?: string | undefined };

export async function pageOfPeople(app: App, userId: number, query: Query) {
  const { people, total } = await listPeople(app.db, userId, query.search ?? '', boundsOf(query));
  return {
    people,
    pagination: boundedPaginationOf(query, total),
    forgotten_count: await countForgotten(app.db, userId),
  };
}

export async function pageOfRemovals(app: App, userId: number, query: Query) {
  const { removals, total } = await listRemovals(app.db, userId, query.search ?? '', boundsOf(query));
  return { removals, pagination: boundedPaginationOf(query, total) };
}

type Marked = { usernames: readonly string[]; reason?: string | undefined; origin: MarkOrigin };

/**
 * Adds people to the do-not-contact list. When this function returns, nobody on the list can be messaged anymore, except the
 * people in `in_flight`. An agent may already be messaging these people. If an agent asks for the go-ahead to send at the same
 * moment, either the request waits for this transaction and then sees the new entries, or it is granted first and `in_flight`
 * includes the recipient.
 */
export async function addPeople(app: App, userId: number, { usernames, reason = '', origin }: Marked) {
  const names = usernames.map(normalizeUsername);
  // A person's page can show someone whose name is no longer valid but was accepted by an earlier version.
  const stored = origin === 'person_page' ? await listStoredNames(app.db, userId, names) : [];
  const isValid = (name: string) => usernameProblem(name) === null || stored.includes(name);
  const invalid = usernames.filter((name) => !isValid(normalizeUsername(name)));
  const people = [...new Set(names.filter(isValid))];
  return change(app, async ({ transaction }) => {
    await lockPeople(transaction, userId);
    const added = await insertPeople(transaction, userId, {
      people,
      reason: reason === '' ? null : reason,
      origin,
      changeId: null,
    });
    await linkReturningPeople(app, transaction, { userId, usernames: people });
    return { added: added.length, in_flight: await listInFlight(transaction, userId, people), invalid };
  });
}

/**
 * Adds one batch of people from a bulk change to the do-not-contact list. The people must already be stored. Returns the new entries, and
 * the people that an agent may be messaging right now.
 */
export async function markKnownPeople(
  { transaction }: Change,
  userId: number,
  { people, reason, changeId }: { people: string[]; reason: string | null; changeId: number },
) {
  await lockPeople(transaction, userId);
  const added = await insertPeople(transaction, userId, { people, reason, origin: 'bulk_change', changeId });
  return { added, inFlight: await listInFlight(transaction, userId, people) };
}

/**
 * Takes people off the do-not-contact list if a bulk change added them and they haven't been added again since. Returns the people who were
 * removed.
 */
export async function unmarkPeople(
  change: Change,
  userId: number,
  undone: { people: readonly string[]; changeId: number; reason: string },
): Promise<string[]> {
  await lockPeople(change.transaction, userId);
  const people = await removeMarks(change.transaction, userId, undone);
  if (people.length > 0) {
    const detail = { people: people.length, reason: undone.reason };
    const by = { kind: 'server' } as const;
    await recordAudit(change, { action: 'do_not_contact_removed', userId, by, request: null, detail });
  }
  return people;
}

export async function changeReason(
  app: App,
  userId: number,
  { username, reason }: { username: string; reason: string },
) {
  const person = await updateReason(app.db, userId, normalizeUsername(username), reason === '' ? null : reason);
  if (person === undefined) throw notFound('Person');
  return { person };
}

/** Removes a person from the do-not-contact list, so that they can be contacted again. */
export async function allowPerson(
  app: App,
  by: Requester,
  { username, reason }: { username: string; reason: string },
): Promise<void> {
  const userId = by.user.id;
  await change(app, async (change) => {
    const { transaction } = change;
    await lockPeople(transaction, userId);
    const removal = await removePerson(transaction, userId, { person: normalizeUsername(username), reason });
    if (removal === undefined) throw notFound('Person');
    // Anyone can ask to be forgotten, but audit events are kept forever. So this event doesn't name the person. The removal
    // record does.
    await recordActOf(change, by, {
      action: 'do_not_contact_removed',
      subject: `removal ${removal}`,
      detail: { people: 1 },
    });
  });
}
