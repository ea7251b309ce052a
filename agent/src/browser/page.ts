/** A request that the page made by itself, and the answer to it. */
export type Exchange = {
  /** Of the request, with names in lower case. */
  headers: Record<string, string>;
  /** The request's content. */
  body: string;
  status: number;
  answer: string;
};

/**
 * A call of one of the page's functions. `source` is an expression for an object with them. It is evaluated once for each
 * document and kept there out of the site's sight, so that a call sends only names and arguments.
 */
export type PageCall = { source: string; name: string; args: readonly unknown[] };

/** A browser tab. */
export type Page = {
  url: () => string;
  /** The HTTP status; null when the browser made no request. */
  open: (address: string, options?: { timeoutMs?: number }) => Promise<number | null>;
  reload: () => Promise<number | null>;
  /** Evaluates source text, or calls a function. */
  read: (script: string | PageCall) => Promise<unknown>;
  /** False when the page was being replaced, so nothing was clicked. */
  clickAt: (point: { x: number; y: number }) => Promise<boolean>;
  /** Types into the focused element. A line break is typed as Shift+Enter. */
  type: (text: string) => Promise<void>;
  press: (key: 'Enter' | 'Escape' | 'Backspace' | 'Delete') => Promise<void>;
  selectAll: () => Promise<void>;
  /**
   * Passes on the page's own answered requests to this path, if `isWanted` accepts their headers. It only listens: nothing is
   * requested, changed or repeated. Versions of Firefox that don't keep the contents pass on nothing. Returns a function that
   * ends it.
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

/** The page or the browser failed: network, navigation, a closed window. */
export class PageError extends Error {
  readonly kind: 'closed' | 'navigation' | 'script';
  constructor(kind: 'closed' | 'navigation' | 'script', message: string) {
    super(message);
    this.name = 'PageError';
    this.kind = kind;
  }
}
