import type { AuditEvent, AuditFilter } from '@sandpiper/contract/audit';
import { isAuditAction } from '@sandpiper/contract/audit.texts';
import type { App } from '../../platform/app-context.ts';
import { listEvents, listEventsOf, listUserIds } from './audit.store.ts';
import type { Position } from './audit.store.ts';

type Bounds = Position & { limit: number };
type Row = Omit<AuditEvent, 'action'> & { action: string };

/** A page of what everybody did, newest first, and where the pages beside it begin. */
export async function pageOfEvents(app: App, { before, after, limit, ...filter }: AuditFilter & Bounds) {
  const userIds = await userIdsOf(app, filter);
  const position = { before, after };
  return pageOf(
    { before, after, limit },
    await listEvents(app.db, { ...filter, userIds }, { position, limit: limit + 1 }),
  );
}

/** What a user did, and what others did to their account. From where others did it is not shown, except what visitors tried. */
export async function pageOfActivity(app: App, userId: number, { before, after, limit }: Bounds) {
  const page = pageOf(
    { before, after, limit },
    await listEventsOf(app.db, userId, { position: { before, after }, limit: limit + 1 }),
  );
  return { ...page, events: page.events.map((event) => withoutPlaceOfOthers(event, userId)) };
}

function withoutPlaceOfOthers(event: AuditEvent, userId: number): AuditEvent {
  const isByAnother = event.actor.kind === 'user' && event.actor.id !== userId;
  return isByAnother ? { ...event, address: null, request_id: null } : event;
}

/** The users that a filter names; null: it names none. */
export async function userIdsOf(app: App, { user = '' }: AuditFilter): Promise<number[] | null> {
  return user === '' ? null : listUserIds(app.db, user.trim());
}

/** `found` has one more than fits when there is another page. */
function pageOf({ before, after, limit }: Bounds, found: readonly Row[]) {
  const isUpwards = before === undefined && after !== undefined;
  const hasMore = found.length > limit;
  const shown = found.slice(0, limit);
  const rows = isUpwards ? shown.toReversed() : shown;
  const [first, last] = [rows[0]?.id ?? null, rows.at(-1)?.id ?? null];
  return {
    events: rows.flatMap(known),
    next_before: hasMore || isUpwards ? last : null,
    previous_after: isUpwards ? (hasMore ? first : null) : before === undefined ? null : (first ?? before - 1),
  };
}

/** After a server was set back to an older version, there may be kinds that it doesn't know. */
export function known({ action, ...event }: Row): AuditEvent[] {
  return isAuditAction(action) ? [{ ...event, action }] : [];
}
