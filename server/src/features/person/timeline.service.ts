import { isReasonCode, reasonText } from '@sandpiper/contract/reasons';
import type { TimelineEvent } from '@sandpiper/contract/person';
import type { App } from '../../platform/app-context.ts';
import { fieldError } from '../../platform/http/app-error.ts';
import { knownPerson, namesOf } from './person.service.ts';
import { listEvents } from './timeline.store.ts';
import type { EventPosition, EventRow } from './timeline.store.ts';

const pageSize = 50;

/** Returns a page of the person's timeline, newest first. */
export async function timelineOf(
  app: App,
  userId: number,
  { username, before }: { username: string; before: string | undefined },
) {
  const person = await knownPerson(app.db, userId, username);
  const asked = { userId, personId: person.id, names: namesOf(person) };
  const position = before === undefined ? null : positionOf(before);
  const rows = await listEvents(app.db, asked, { before: position, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const next = rows.length > pageSize && last !== undefined ? `${last.micros}~${last.id}` : null;
  return { events: shown.map(eventOf), next_before: next };
}

function eventOf(row: EventRow): TimelineEvent {
  const { id, at, type, list_id, list_name, import_id, file_name, campaign_id, campaign_name, reason, text } = row;
  return {
    id,
    at,
    type,
    list: list_name === null ? null : { id: list_id, name: list_name },
    import: import_id === null ? null : { id: import_id, file_name: file_name ?? '' },
    campaign: campaign_name === null ? null : { id: campaign_id, name: campaign_name },
    profile_name: row.profile_name,
    text: isReasonCode(reason) ? reasonText(reason, text) : text,
    origin: row.origin,
    recipient_status: row.recipient_status,
    tag: row.tag,
  };
}

const cursorPattern = /^(\d{1,16})~([a-z]+(?:-[\w.#]+)?)$/;

function positionOf(cursor: string): EventPosition {
  const [, micros, id] = cursorPattern.exec(cursor) ?? [];
  if (micros !== undefined && id !== undefined) return { micros: Number(micros), id };
  throw fieldError('before', "This position in the history isn't valid. Load the history again from the start.");
}
