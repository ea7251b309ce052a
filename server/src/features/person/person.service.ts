import { normalizeUsername } from '@sandpiper/contract/usernames';
import type { Person } from '@sandpiper/contract/people';
import type { App } from '../../platform/app-context.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { findPerson } from '../people/people.service.ts';
import { noteEvents } from '../person-events/person-events.service.ts';
import type { NewPersonEvent } from '../person-events/person-events.service.ts';
import { ensureTags, replaceTags } from '../tags/tags.service.ts';
import { countDeliveries, findKnown, findMark, listWaiting, setNote } from './person.store.ts';
import type { Known } from './person.store.ts';

export async function knownPerson(db: Database, userId: number, username: string): Promise<Known> {
  const known = await findKnown(db, userId, normalizeUsername(username));
  if (known === undefined) throw notFound('Person');
  return known;
}

/** Returns the names under which a person's records are stored: the username and, if the person was forgotten before, the key. */
export function namesOf({ username, former_key }: Known): string[] {
  return former_key === null ? [username] : [username, former_key];
}

async function shownPerson(app: App, userId: number, username: string): Promise<Person> {
  const person = await findPerson(app.db, userId, username);
  if (person === undefined) throw notFound('Person');
  return person;
}

export async function personPage(app: App, userId: number, name: string) {
  const known = await knownPerson(app.db, userId, name);
  const { username } = known;
  return {
    person: await shownPerson(app, userId, username),
    mark: (await findMark(app.db, userId, username)) ?? null,
    summary: {
      ...(await countDeliveries(app.db, userId, namesOf(known))),
      waiting_in: await listWaiting(app.db, userId, username),
    },
  };
}

type Note = { id: number; note: string | null };

/** Sets a person's note. Returns the events to record: none if the note didn't change. */
async function setNoteOf(transaction: Transaction, userId: number, { id, note }: Note): Promise<NewPersonEvent[]> {
  const isNew = await setNote(transaction, userId, { id, note });
  return isNew ? [{ person_id: id, type: 'note_changed', note }] : [];
}

type Changed = { username: string; note: string | null | undefined; tags: readonly string[] | undefined };

export async function changePerson(app: App, userId: number, { username, note, tags }: Changed) {
  const known = await transact(app.db, async (transaction) => {
    const person = await knownPerson(transaction, userId, username);
    const events: NewPersonEvent[] = [];
    if (note !== undefined) {
      events.push(...(await setNoteOf(transaction, userId, { id: person.id, note: note === '' ? null : note })));
    }
    if (tags !== undefined) {
      const tagIds = await ensureTags(transaction, userId, tags);
      const { added, removed } = await replaceTags(transaction, userId, { personId: person.id, tagIds });
      events.push(...added.map((tag_id) => ({ person_id: person.id, type: 'tagged' as const, tag_id })));
      events.push(...removed.map((tag_id) => ({ person_id: person.id, type: 'untagged' as const, tag_id })));
    }
    await noteEvents(transaction, userId, events);
    return person;
  });
  return { person: await shownPerson(app, userId, known.username) };
}
