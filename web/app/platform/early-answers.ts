declare global {
  interface Window {
    /** The requests that `early-start.js` sent: when it sent them, their `Authorization` header, and their answers by URL. */
    early?: { at: number; authorization: string; answers: Map<string, Promise<Response>> };
  }
}

/**
 * How long the answer to an early request can be used, in milliseconds. Slightly outdated data does no harm, because the data on screen is
 * refetched once the live connection is established.
 */
const usedForMs = 30_000;

/**
 * Returns the answer to a request that `early-start.js` sent recently and in the same session. Returns each answer only once. After the
 * user has changed something, returns no more answers, because they may be outdated. For example, an answer may be a refusal from before
 * the user canceled the deletion of their user account.
 */
export function takeEarlyAnswer(url: string, init: RequestInit): Promise<Response> | undefined {
  const { early } = window;
  if (early === undefined) return undefined;
  if ((init.method ?? 'GET') !== 'GET') early.answers.clear();
  const answer = early.answers.get(url);
  early.answers.delete(url);
  const isSameSession = new Headers(init.headers).get('authorization') === early.authorization;
  return isSameSession && Date.now() - early.at < usedForMs ? answer : undefined;
}
