import { createClient } from '@sandpiper/contract/client';
import { takeEarlyAnswer } from './early-answers.ts';
import { readToken, removeToken } from './token-store.ts';

/** The server's URL, set at build time by `VITE_API_BASE_URL`. Empty if the server also serves the app. */
export const apiBaseUrl: string = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '');

/** Returns the server's absolute URL, for agents, downloads and the live connection. */
export function serverAddress(): string {
  return apiBaseUrl === '' ? window.location.origin : apiBaseUrl;
}

/** Calls an API endpoint. A 401 response ends the session that sent the request. */
export const call = createClient({
  baseUrl: apiBaseUrl,
  getToken: readToken,
  fetch: (url, init) => takeEarlyAnswer(url, init) ?? fetch(url, init),
  onUnauthenticated: removeToken,
});
