import { ApiError, createClient, type Client } from '@sandpiper/contract/client';
import { UserError } from './errors.ts';

export type { Client } from '@sandpiper/contract/client';
export { ApiError } from '@sandpiper/contract/client';

export function createApi(server: string, token: string | null): Client {
  return createClient({ baseUrl: server, getToken: () => token });
}

/** No answer, or one that says the server itself is in trouble: another try may work. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0
    ? error.code !== 'aborted'
    : error.status >= 500 || error.status === 429 || error.status === 408;
}

/** What the person must do about an answer that will not change by itself; null when waiting may help. */
export function hopelessness(error: unknown, server: string): UserError | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'agent_outdated' || error.status === 426) {
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
  if (error.status === 404 || error.status === 405) {
    return new UserError(`${server} answers, but is not a Sandpiper server. Check the address after --server.`);
  }
  return null;
}
