import { afterEach, beforeEach, vi } from 'vitest';
import { createReader } from '../features/imports/reading/reader-work.ts';
import type { ReaderOrder, ReaderReport } from '../features/imports/reading/reader-messages.ts';

/** A stand-in for `Worker` that runs the file reader in the test's own thread. */
export class PageWorker {
  static running = 0;
  #isEnded = false;
  readonly #listeners: ((event: { data: ReaderReport }) => void)[] = [];
  readonly #take = createReader((data) => {
    // Like a real worker's messages, these arrive asynchronously.
    queueMicrotask(() => {
      if (!this.#isEnded) for (const listener of this.#listeners) listener({ data });
    });
  });

  constructor() {
    PageWorker.running += 1;
  }

  addEventListener(type: string, listener: (event: { data: ReaderReport }) => void): void {
    if (type === 'message') this.#listeners.push(listener);
  }

  postMessage(order: ReaderOrder): void {
    this.#take(order);
  }

  terminate(): void {
    if (!this.#isEnded) PageWorker.running -= 1;
    this.#isEnded = true;
  }
}

/** Makes the tests in this block read files with `PageWorker`. */
export function stubWorkers(): void {
  beforeEach(() => {
    PageWorker.running = 0;
    vi.stubGlobal('Worker', PageWorker);
  });
  afterEach(() => vi.unstubAllGlobals());
}
