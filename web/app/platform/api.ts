import { createClient } from '@sandpiper/contract/client';
import { readToken, removeToken } from './token-store.ts';

/** The server's URL, set by `VITE_API_BASE_URL` when the app is built; empty for the page's own origin. */
export const apiBaseUrl: string = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '');

/** Returns the URL at which agents, downloads and the live connection reach the server. */
export function serverAddress(): string {
  return apiBaseUrl === '' ? window.location.origin : apiBaseUrl;
}

/** Calls an endpoint of the contract. A 401 ends the session. */
export const call = createClient({
  baseUrl: apiBaseUrl,
  getToken: readToken,
  fetch: (input, init) => fetch(input, init),
  onUnauthenticated: removeToken,
});
