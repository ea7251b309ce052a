/** A request that the page itself made, and its response. */
export type Exchange = {
  /** The request's headers, with names in lower case. */
  headers: Record<string, string>;
  /** The request's body. */
  body: string;
  status: number;
  answer: string;
};

/**
 * A call to a function in the page. `source` is an expression that returns an object of functions. It's evaluated once per
 * document. The browser keeps the object, hidden from the site, so later calls only send the name and the arguments.
 */
export type PageCall = { source: string; name: string; args: readonly unknown[] };

/** A browser tab. */
export type Page = {
  url: () => string;
  /** Opens an address and returns the HTTP status, or null if the browser made no request. */
  open: (address: string, options?: { timeoutMs?: number }) => Promise<number | null>;
  reload: () => Promise<number | null>;
  /** Evaluates source text or calls a function. */
  read: (script: string | PageCall) => Promise<unknown>;
  /** Returns false if the page was being replaced, so nothing was clicked. */
  clickAt: (point: { x: number; y: number }) => Promise<boolean>;
  /** Types into the focused element. Line breaks are typed as Shift+Enter. */
  type: (text: string) => Promise<void>;
  press: (key: 'Enter' | 'Escape' | 'Backspace' | 'Delete') => Promise<void>;
  selectAll: () => Promise<void>;
  /**
   * Calls `onExchange` for every request that the page itself makes to this path and whose headers `isWanted` accepts, once the
   * response is complete. It never sends, changes or repeats a request. Firefox versions that don't keep the contents never call
   * `onExchange`. Returns a function that stops listening.
   */
  listen: (
    path: string,
    isWanted: (headers: Record<string, string>) => boolean,
    onExchange: (exchange: Exchange) => void,
  ) => () => void;
  hasCookie: (name: string) => Promise<boolean>;
  bringToFront: () => Promise<void>;
  close: () => Promise<void>;
  isClosed: () => boolean;
};

/** The page or the browser failed: a network or navigation error, or a closed window. */
export class PageError extends Error {
  readonly kind: 'closed' | 'navigation' | 'script';
  constructor(kind: 'closed' | 'navigation' | 'script', message: string) {
    super(message);
    this.name = 'PageError';
    this.kind = kind;
  }
}
