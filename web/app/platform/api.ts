import { createClient } from '@sandpiper/contract/client';
import { readToken, removeToken } from './token-store.ts';

/** Address of the server; empty for the page's own origin. Set when the app is built. */
export const apiBaseUrl: string = import.meta.env.VITE_API_BASE_URL ?? '';

/** Makes a call of the contract. A 401 ends the session. */
export const call = createClient({
  baseUrl: apiBaseUrl,
  getToken: readToken,
  fetch: (input, init) => fetch(input, init),
  onUnauthenticated: removeToken,
});
