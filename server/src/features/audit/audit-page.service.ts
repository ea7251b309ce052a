import type { AuditEvent, AuditFilter } from '@sandpiper/contract/audit';
import { isAuditAction } from '@sandpiper/contract/audit.texts';
import type { App } from '../../platform/app-context.ts';
import { pageOf } from '../../platform/database/cursors.ts';
import type { Position } from '../../platform/database/cursors.ts';
import { listEvents, listEventsOf, listUserIds } from './audit.store.ts';

type Bounds = Position & { limit: number };
type Row = Omit<AuditEvent, 'action'> & { action: string };

/** Returns a page of what everybody did, newest first, and where the pages next to it begin. */
export async function pageOfEvents(app: App, { before, after, limit, ...filter }: AuditFilter & Bounds) {
  const userIds = await userIdsOf(app, filter);
  const position = { before, after };
  const found = await listEvents(app.db, { ...filter, userIds }, { position, limit: limit + 1 });
  return eventsOf(found, { ...position, limit });
}

/** Returns what a user did, and what others did to their account. Hides the addresses of others, except of visitors' attempts. */
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

/** Finds the users a filter names. Returns null if it names none. */
export async function userIdsOf(app: App, { user = '' }: AuditFilter): Promise<number[] | null> {
  return user === '' ? null : listUserIds(app.db, user.trim());
}

function eventsOf(found: readonly Row[], bounds: Bounds) {
  const { rows, ...beside } = pageOf(found, bounds);
  return { events: rows.flatMap(known), ...beside };
}

/** Drops kinds of acts that this server doesn't know, which can exist after a downgrade. */
export function known({ action, ...event }: Row): AuditEvent[] {
  return isAuditAction(action) ? [{ ...event, action }] : [];
}
