import { ApiError, createClient, type Client } from '@sandpiper/contract/client';
import { errorStatus } from '@sandpiper/contract/errors';
import { UserError } from './errors.ts';

export type { Client } from '@sandpiper/contract/client';
export { ApiError } from '@sandpiper/contract/client';

/** A page in place of an answer comes from something in between, such as the sign-in page of a hotel's network. */
async function fetchAnswer(address: string | URL | Request, options?: RequestInit): Promise<Response> {
  const response = await fetch(address, options);
  const isAnswer = !response.ok || response.headers.get('content-type')?.includes('json') === true;
  if (!isAnswer) throw new Error('Something else than the server answered');
  return response;
}

export function createApi(server: string, token: string | null): Client {
  return createClient({ baseUrl: server, getToken: () => token, fetch: fetchAnswer });
}

/** Refused by something else than a Sandpiper server, such as a proxy: none of the server's own words. */
function isForeign(error: ApiError): boolean {
  const own = Object.entries(errorStatus).find(([code]) => code === error.code);
  return error.status !== 0 && own?.[1] !== error.status;
}

/** No answer, one of something in between, or one that says the server itself is in trouble: another try may work. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0
    ? error.code !== 'aborted'
    : error.status >= 500 || error.status === 429 || error.status === 408 || isForeign(error);
}

/** What the person must do about an answer that will not change by itself; null when waiting may help. */
export function hopelessness(error: unknown, server: string): UserError | null {
  if (!(error instanceof ApiError) || isForeign(error)) return null;
  if (error.status === 426) {
    return new UserError(
      `${error.message} Get the new Sandpiper Agent from Settings in the web app and start it again.`,
    );
  }
  if (error.status === 401) {
    return new UserError(
      `${server} does not know this agent's token. Make a new one in Settings, or pair again with "sandpiper-agent pair".`,
    );
  }
  if (error.status === 403) return new UserError(`${server} refuses this agent: ${error.message}`);
  if (error.status === 404) {
    return new UserError(
      `${server} does not know what this agent asks for. Get the new Sandpiper Agent from Settings.`,
    );
  }
  return null;
}

/** The same at first contact, when the address itself may be wrong. */
export function firstHopelessness(error: unknown, server: string): UserError | null {
  const isStranger = error instanceof ApiError && isForeign(error) && (error.status === 404 || error.status === 405);
  if (!isStranger) return hopelessness(error, server);
  return new UserError(`${server} answers, but is not a Sandpiper server. Check the address after --server.`);
}

/** Why a server cannot be worked with just now, and what to look at. */
export function absence(server: string, error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return `${server} cannot be reached.`;
  if (!isForeign(error)) return `${server} cannot work just now (${error.message})`;
  return `Not Sandpiper answers at ${server}, but something else (${error.status}): a network that wants a sign-in first, a proxy, or the address is wrong.`;
}
