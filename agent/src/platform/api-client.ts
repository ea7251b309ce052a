import { ApiError, createClient, type Client } from '@sandpiper/contract/client';
import { errorStatus } from '@sandpiper/contract/errors';
import { systemCodeOf, UserError } from './errors.ts';

export type { Client } from '@sandpiper/contract/client';
export { ApiError } from '@sandpiper/contract/client';

/** Thrown if this computer can't verify the server's certificate. */
class CertificateUnverified extends ApiError {
  constructor(text: string) {
    super('network', 0, { error: text });
    this.name = 'CertificateUnverified';
  }
}

/** Matches most of the codes with which Node.js rejects a certificate (see "X509 certificate error codes" in its `tls` documentation). */
const certificateCode = /CERT|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH|INVALID_CA/u;

/** Returns what is wrong with the server's certificate and what to do, or null if the request failed for another reason. */
export function certificateText(server: string, error: unknown): string | null {
  const code = error instanceof Error ? systemCodeOf(error.cause) : null;
  if (code === null || !certificateCode.test(code)) return null;
  return `This computer can't verify the certificate of ${server} (${code}). Check this computer's clock, or ask whoever runs the server.`;
}

/**
 * Sends a request. Throws a {@link CertificateUnverified} if the server's certificate can't be verified. Also throws if a successful
 * response isn't JSON. Such a response comes from something other than the server, for example a hotel network's sign-in page.
 */
async function fetchAnswer(address: string | URL | Request, options?: RequestInit): Promise<Response> {
  // A redirect could lead to an unencrypted URL. A Sandpiper server never redirects.
  const response = await fetch(address, { ...options, redirect: 'manual' }).catch((error: unknown) => {
    const problem = certificateText(new URL(address instanceof Request ? address.url : address).origin, error);
    throw problem === null ? error : new CertificateUnverified(problem);
  });
  const isAnswer = !response.ok || response.headers.get('content-type')?.includes('json') === true;
  if (!isAnswer) throw new Error('Something other than the server answered');
  return response;
}

type AnsweredCall = { call: string; status: number; ms: number };

/** Creates the API client. Calls `onAnswer` for each response, except a successful one that isn't JSON. */
export function createApi(server: string, token: string | null, onAnswer?: (call: AnsweredCall) => void): Client {
  const observed: typeof fetchAnswer = async (address, options) => {
    const startedAt = performance.now();
    const response = await fetchAnswer(address, options);
    const call = `${options?.method ?? 'GET'} ${new URL(response.url).pathname}`;
    onAnswer?.({ call, status: response.status, ms: Math.round(performance.now() - startedAt) });
    return response;
  };
  return createClient({ baseUrl: server, getToken: () => token, fetch: observed });
}

/** Whether the error response comes from something other than a Sandpiper server, such as a proxy. */
function isForeign(error: ApiError): boolean {
  const own = Object.entries(errorStatus).find(([code]) => code === error.code);
  return error.status !== 0 && own?.[1] !== error.status;
}

/** Whether the request got no response from a Sandpiper server. False if the agent aborted the request. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 ? error.code !== 'aborted' : isForeign(error);
}

/** Whether a retry may work, because the server didn't respond or responded that it timed out, failed, or limited the request rate. */
export function isRetryable(error: unknown): boolean {
  if (isUnanswered(error)) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 408);
}

/** Whether a Sandpiper server has refused the request, so a retry can't help. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0 && !isRetryable(error);
}

/** If the server rejects this agent, for example its version or token, returns the error to show to the user. Otherwise, returns null. */
export function permanentFailure(error: unknown, server: string): UserError | null {
  if (!(error instanceof ApiError) || isForeign(error)) return null;
  if (error.status === 426) {
    return new UserError(
      "This agent version doesn't match the server. Get the matching Sandpiper Agent from Settings in the web app, then start it.",
    );
  }
  if (error.status === 401) {
    return new UserError(
      `${server} doesn't know this agent's token. Create a new token in Settings, or pair again with "sandpiper-agent pair".`,
    );
  }
  if (error.status === 403) return new UserError(`${server} refused this agent: ${error.message}`);
  if (error.status === 404) {
    return new UserError(
      `${server} doesn't support this agent version. Get the matching Sandpiper Agent from Settings in the web app.`,
    );
  }
  return null;
}

/** Explains that the server's URL leads to a different web server. */
export function otherServerText(server: string): string {
  return `Something other than Sandpiper is answering at ${server}. Check the server's address.`;
}

/** Like {@link permanentFailure}, but for the first contact, when the server URL itself may be wrong. */
export function firstContactFailure(error: unknown, server: string): UserError | null {
  const isOtherServer = error instanceof ApiError && isForeign(error) && (error.status === 404 || error.status === 405);
  if (!isOtherServer) return permanentFailure(error, server);
  return new UserError(otherServerText(server));
}

/** Explains why the server can't be used right now and, if the user can do something about it, what to do. */
export function unreachableText(server: string, error: unknown): string {
  if (error instanceof CertificateUnverified) return error.message;
  if (!(error instanceof ApiError) || error.status === 0) return `Can't reach ${server}. Check your connection.`;
  if (!isForeign(error)) return `${server} isn't working right now (${error.message}).`;
  return `Something other than Sandpiper is answering at ${server} (${error.status}). Check the address, or sign in to your network.`;
}
