/** A request that the page itself made, and its response. */
export type Exchange = {
  /** The request's headers, with their names in lower case. */
  headers: Record<string, string>;
  /** The request's body. */
  body: string;
  status: number;
  answer: string;
};

/**
 * A call to a function in the page. `source` is a JavaScript expression that evaluates to an object of functions. The browser evaluates it
 * once per document and keeps the object, hidden from the site. Later calls with the same `source` only send the function's name and
 * arguments.
 */
export type PageCall = { source: string; name: string; args: readonly unknown[] };

/** A browser tab. */
export type Page = {
  url: () => string;
  /** Opens a URL. Returns the HTTP status, or null if the browser made no request. */
  open: (address: string, options?: { timeoutMs?: number }) => Promise<number | null>;
  reload: () => Promise<number | null>;
  /** Evaluates a string as JavaScript in the page, or makes a {@link PageCall} there. Returns the result. */
  read: (script: string | PageCall) => Promise<unknown>;
  /** Returns false if nothing was clicked because the page was being replaced. */
  clickAt: (point: { x: number; y: number }) => Promise<boolean>;
  /** Types into the focused element. Line breaks are typed as Shift+Enter. */
  type: (text: string) => Promise<void>;
  press: (key: 'Enter' | 'Escape' | 'Backspace' | 'Delete') => Promise<void>;
  selectAll: () => Promise<void>;
  /**
   * Listens for the page's own requests to this path. For each request with headers that `isWanted` accepts, calls `onExchange` once
   * the response is complete. Listening never sends, changes or repeats a request. If Firefox didn't keep the contents, as in old
   * versions, calls `onExchange` with null. Returns a function that stops listening.
   */
  listen: (
    path: string,
    isWanted: (headers: Record<string, string>) => boolean,
    onExchange: (exchange: Exchange | null) => void,
  ) => () => void;
  hasCookie: (name: string) => Promise<boolean>;
  bringToFront: () => Promise<void>;
  close: () => Promise<void>;
  isClosed: () => boolean;
};

/** A failure of the page or the browser, such as a navigation error or a closed window. */
export class PageError extends Error {
  readonly kind: 'closed' | 'navigation' | 'script';
  constructor(kind: 'closed' | 'navigation' | 'script', message: string) {
    super(message);
    this.name = 'PageError';
    this.kind = kind;
  }
}

/** Whether the error comes from a page that may work again later. A page whose window was closed won't. */
export function isPageFailure(error: unknown): error is PageError {
  return error instanceof PageError && error.kind !== 'closed';
}

/** Awaits a value that is read from a page. Returns null if the page can't be read at the moment, for example during a navigation. */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isPageFailure(error)) return null;
    throw error;
  }
}
