import type { AgentRequestType } from '@sandpiper/contract/agent';
import type { App } from '../../platform/app-context.ts';
import {
  deleteRequest,
  deleteRequests,
  deleteShownReports,
  findOpenRequest,
  findRequest,
  listRecentRequests,
  listRequestHistory,
} from './agent-requests.store.ts';

/* Reading the queue, and deleting from it. */

type Types = readonly AgentRequestType[];

/** The waiting or running request of some types; undefined when there is none. */
export function openRequest(app: App, userId: number, types: Types) {
  return findOpenRequest(app.db, userId, types);
}

/** The last hour's requests of some types, newest first. */
export function recentRequests(app: App, userId: number, types: Types) {
  return listRecentRequests(app.db, userId, types);
}

/** A page of all requests of some types, newest first, with the total number. */
export function requestHistory(app: App, userId: number, types: Types, page: { limit: number; offset: number }) {
  return listRequestHistory(app.db, userId, types, page);
}

/** One of the user's requests of these types; undefined when there is none. */
export async function oneRequest(app: App, userId: number, types: Types, id: number) {
  const request = await findRequest(app.db, userId, id);
  return request !== undefined && types.includes(request.request_type) ? request : undefined;
}

/** Deletes all requests of these types; returns how many. */
export function deleteRequestsOf(app: App, userId: number, types: Types): Promise<number> {
  return deleteRequests(app.db, userId, types);
}

export function forgetRequest(app: App, userId: number, id: number): Promise<void> {
  return deleteRequest(app.db, userId, id);
}

/** How long an answer that is only meant to be shown may stay, if the web app does not delete it. */
const shownSeconds = 600;

export function forgetShownReports(app: App): Promise<void> {
  return deleteShownReports(app.db, shownSeconds);
}
