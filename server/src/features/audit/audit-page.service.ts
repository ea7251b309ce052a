import type { AuditEvent, AuditFilter } from '@sandpiper/contract/audit';
import { isAuditAction } from '@sandpiper/contract/audit.texts';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { cursorPageOf } from '../../platform/database/cursors.ts';
import type { Position } from '../../platform/database/cursors.ts';
import { nextMidnight, startOfDay } from '../../platform/local-time.ts';
import { listEvents, listEventsOf, listUserIds } from './audit.store.ts';
import type { EventFilter } from './audit.store.ts';

type Bounds = Position & { limit: number };
type Row = Omit<AuditEvent, 'action'> & { action: string };

/** The administrator who reads the log. The filter's days are in their time zone. */
type Viewer = Pick<Person, 'timezone'>;

/** Returns a page of the events that match a filter, newest first, with the positions of the previous and next pages. */
export async function pageOfEvents(
  app: App,
  viewer: Viewer,
  { before, after, limit, ...filter }: AuditFilter & Bounds,
) {
  const position = { before, after };
  const found = await listEvents(app.db, await eventFilterOf(app, viewer, filter), { position, limit: limit + 1 });
  return eventsOf(found, { ...position, limit });
}

/**
 * Returns a page of the events that a user caused or that concern the user. Hides other users' IP addresses and request IDs, but not those
 * of visitors who tried to sign in.
 */
export async function pageOfActivity(app: App, userId: number, { before, after, limit }: Bounds) {
  const position = { before, after };
  const found = await listEventsOf(app.db, userId, { position, limit: limit + 1 });
  const page = eventsOf(found, { ...position, limit });
  return { ...page, events: page.events.map((event) => withoutPlaceOfOthers(event, userId)) };
}

function withoutPlaceOfOthers(event: AuditEvent, userId: number): AuditEvent {
  const isByAnother = event.actor.kind === 'user' && event.actor.id !== userId;
  return isByAnother ? { ...event, address: null, request_id: null } : event;
}

export async function eventFilterOf(app: App, { timezone }: Viewer, filter: AuditFilter): Promise<EventFilter> {
  const { search, action, user = '', start_date, end_date } = filter;
  const zone = timezone ?? 'UTC';
  return {
    search,
    action,
    userIds: user === '' ? null : await listUserIds(app.db, user.trim()),
    from: start_date === undefined ? undefined : startOfDay(start_date, zone),
    until: end_date === undefined ? undefined : nextMidnight(startOfDay(end_date, zone), zone),
  };
}

function eventsOf(found: readonly Row[], bounds: Bounds) {
  const { rows, ...beside } = cursorPageOf(found, bounds);
  return { events: rows.flatMap(known), ...beside };
}

/**
 * Returns the event in an array, or an empty array if this server version doesn't know the event's action, for example after a
 * downgrade.
 */
export function known({ action, ...event }: Row): AuditEvent[] {
  return isAuditAction(action) ? [{ ...event, action }] : [];
}
