import type { Person } from '@sandpiper/contract/people';
import type { App } from '../../platform/app-context.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { matchingPeople } from './people-filter.store.ts';
import { withListsAndTags } from './people-page.service.ts';
import { findRow } from './people.store.ts';
import { connectReturned, hasForgottenPeople, listForgotten } from './returning-people.store.ts';

export { matchingPeople };

/** The maximum number of lists shown on a person's own page. */
const maxLists = 100;

export async function findPerson(db: Database, userId: number, username: string): Promise<Person | undefined> {
  const row = await findRow(db, userId, username);
  if (row === undefined) return undefined;
  const [person] = await withListsAndTags(db, userId, { rows: [row], maxLists });
  return person;
}

/** Returns the keys of the given people who were forgotten, by username. */
export async function formerKeysOf(
  app: App,
  db: Database,
  { userId, usernames }: { userId: number; usernames: readonly string[] },
): Promise<Map<string, string>> {
  if (usernames.length === 0 || !(await hasForgottenPeople(db, userId))) return new Map();
  const names = usernames.map((username) => ({ username, key: app.personKeys(userId, username) }));
  return new Map((await listForgotten(db, userId, names)).map(({ username, key }) => [username, key]));
}

/**
 * When forgotten people are added again, links them to the records kept under their keys, so that "do not contact" and "already got this
 * message" still apply. Every change that adds entered or uploaded names to a list or to the do-not-contact list must call this function
 * after adding them.
 */
export async function linkReturningPeople(
  app: App,
  transaction: Transaction,
  { userId, usernames }: { userId: number; usernames: readonly string[] },
): Promise<void> {
  // From here until the commit, nobody can be forgotten.
  await lockPeopleShared(transaction, userId);
  const keys = await formerKeysOf(app, transaction, { userId, usernames });
  if (keys.size === 0) return;
  await connectReturned(
    transaction,
    userId,
    [...keys].map(([username, key]) => ({ username, key })),
  );
}
