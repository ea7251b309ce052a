/** A request that the page itself made, and the answer to it. */
export type Exchange = {
  /** The request's headers, with names in lower case. */
  headers: Record<string, string>;
  /** The request's body. */
  body: string;
  status: number;
  answer: string;
};

/**
 * A call to one of the page's functions. `source` is an expression for an object that contains them. It's evaluated once per
 * document and kept there, hidden from the site, so that a call only sends names and arguments.
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
   * Passes on the page's own requests to this path once they're answered, if `isWanted` accepts their headers. It only listens:
   * it doesn't request, change or repeat anything. Firefox versions that don't keep the contents pass on nothing. Returns a
   * function that stops it.
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
