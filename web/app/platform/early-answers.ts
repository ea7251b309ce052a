declare global {
  interface Window {
    /** The answers that `early-start.js` requested before the app's code had loaded, by URL, and when and with which header it did. */
    early?: { at: number; authorization: string; answers: Map<string, Promise<Response>> };
  }
}

/** How long an answer is used. Once the live connection is there, everything on screen is loaded again. */
const usedForMs = 30_000;

/** Returns the answer to a call that was made early by the same session. Each one is used only once. */
export function takeEarlyAnswer(url: string, init: RequestInit): Promise<Response> | undefined {
  const { early } = window;
  if (early === undefined || (init.method ?? 'GET') !== 'GET') return undefined;
  const answer = early.answers.get(url);
  early.answers.delete(url);
  const isSameSession = new Headers(init.headers).get('authorization') === early.authorization;
  return isSameSession && Date.now() - early.at < usedForMs ? answer : undefined;
}
