import type { AgentRequestType } from '@sandpiper/contract/agent';
import type { App } from '../../platform/app-context.ts';
import {
  deleteRequest,
  deleteRequests,
  deleteShownReports,
  findLister,
  findOpenList,
  findRequest,
  listParts,
  listRecentRequests,
  listRequestHistory,
} from './agent-requests.store.ts';

/* Functions that only read or delete agent requests. Requests are queued, leased and finished in agent-requests.service.ts. */

type Types = readonly AgentRequestType[];

/** Returns the user's pending or running request to list the Firefox profiles on a computer, or undefined if there is none. */
export function openList(app: App, userId: number, installationId: string | null) {
  return findOpenList(app.db, userId, installationId);
}

/** Returns the computer that most recently listed this Firefox profile, or null if none has. */
export function listerOf(app: App, userId: number, path: string): Promise<string | null> {
  return findLister(app.db, userId, path);
}

/** Lists a user's requests of these types from the last hour, newest first, at most 500. */
export function recentRequests(app: App, userId: number, types: Types) {
  return listRecentRequests(app.db, userId, types);
}

/**
 * Returns a page of requests of these types, newest first, and their total number. Leaves out parts of other requests (see {@link
 * partsOf}).
 */
export function requestHistory(app: App, userId: number, types: Types, page: { limit: number; offset: number }) {
  return listRequestHistory(app.db, userId, types, page);
}

/**
 * Lists the parts of these requests, oldest first. An unread check of accounts on several computers consists of a first request, which is
 * for one computer, and parts, which are for the others.
 */
export function partsOf(app: App, userId: number, type: AgentRequestType, ids: readonly number[]) {
  return listParts(app.db, userId, type, ids);
}

/** Returns the user's request with this ID if it is of one of these types, otherwise undefined. */
export async function oneRequest(app: App, userId: number, types: Types, id: number) {
  const request = await findRequest(app.db, userId, id);
  return request !== undefined && types.includes(request.request_type) ? request : undefined;
}

/** Deletes all of the user's requests of these types. Returns how many it deleted. */
export function deleteRequestsOf(app: App, userId: number, types: Types): Promise<number> {
  return deleteRequests(app.db, userId, types);
}

export function forgetRequest(app: App, userId: number, id: number): Promise<void> {
  return deleteRequest(app.db, userId, id);
}

/** How long finished diagnostic reports are kept, in case the web app doesn't delete them after showing them. */
const shownSeconds = 600;

export function forgetShownReports(app: App): Promise<void> {
  return deleteShownReports(app.db, shownSeconds);
}
