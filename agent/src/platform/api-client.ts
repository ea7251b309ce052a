import { ApiError, createClient, type Client } from '@sandpiper/contract/client';
import { errorStatus } from '@sandpiper/contract/errors';
import { UserError } from './errors.ts';

export type { Client } from '@sandpiper/contract/client';
export { ApiError } from '@sandpiper/contract/client';

/** A page in place of an answer comes from something in between, such as the sign-in page of a hotel's network. */
async function fetchAnswer(address: string | URL | Request, options?: RequestInit): Promise<Response> {
  const response = await fetch(address, options);
  const isAnswer = !response.ok || response.headers.get('content-type')?.includes('json') === true;
  if (!isAnswer) throw new Error('Something other than the server answered');
  return response;
}

export function createApi(server: string, token: string | null): Client {
  return createClient({ baseUrl: server, getToken: () => token, fetch: fetchAnswer });
}

/** Refused by something other than a Sandpiper server, such as a proxy. */
function isForeign(error: ApiError): boolean {
  const own = Object.entries(errorStatus).find(([code]) => code === error.code);
  return error.status !== 0 && own?.[1] !== error.status;
}

/** The server itself did not answer. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 ? error.code !== 'aborted' : isForeign(error);
}

/** No answer, or one that says the server itself is in trouble: another try may work. */
export function isPassing(error: unknown): boolean {
  if (isUnanswered(error)) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 408);
}

/** What the user has to do about an answer that won't change by itself; null when waiting may help. */
export function hopelessness(error: unknown, server: string): UserError | null {
  if (!(error instanceof ApiError) || isForeign(error)) return null;
  if (error.status === 426) {
    return new UserError(
      "This agent version doesn't work with the server. Get the new Sandpiper Agent from Settings in the web app, then start it.",
    );
  }
  if (error.status === 401) {
    return new UserError(
      `${server} doesn't know this agent's token. Create a new one in Settings, or pair again with "sandpiper-agent pair".`,
    );
  }
  if (error.status === 403) return new UserError(`${server} refuses this agent: ${error.message}`);
  if (error.status === 404) {
    return new UserError(
      `${server} doesn't know what this agent asks for. Get the new Sandpiper Agent from Settings in the web app.`,
    );
  }
  return null;
}

/** The same at first contact, when the address itself may be wrong. */
export function firstHopelessness(error: unknown, server: string): UserError | null {
  const isStranger = error instanceof ApiError && isForeign(error) && (error.status === 404 || error.status === 405);
  if (!isStranger) return hopelessness(error, server);
  return new UserError(`Something other than Sandpiper is answering at ${server}. Check the address after --server.`);
}

/** Why the server can't be used right now, and what to check. */
export function absence(server: string, error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return `Can't reach ${server}.`;
  if (!isForeign(error)) return `${server} isn't working right now (${error.message})`;
  return `Something other than Sandpiper is answering at ${server} (${error.status}). A network may want you to sign in first, or the address is wrong.`;
}
