import type { NewImportRow } from '@sandpiper/contract/imports';
import { call } from '../../../platform/api.ts';
import { failureText, mayPass } from '../../../platform/failure.ts';
import { FileProblem } from '../reading/file-problem.ts';
import { uploadTexts } from './upload.texts.ts';

/** Everything needed for an import into a list. */
export type ImportPlan = {
  listId: number;
  /** The name under which the import is listed. */
  fileName: string;
  /** The number of rows. In a file, this includes the header and any rows above it. */
  rows: number;
  /** The variable names, in the order of the rows' values. */
  variables: string[];
  /** Yields the rows, in chunks that each fit into one request. */
  read: () => AsyncIterable<NewImportRow[]>;
};

/** By default, the import skips people who were contacted in the last `contactedDays` days. The user can change this in the review. */
const contactedDays = 30;

export type UploadState = {
  listId: number;
  fileName: string;
  /** The number of rows that the server has received. */
  sent: number;
  /** The share of the rows that has been uploaded, from 0 to 1. */
  share: number;
  /** Why the upload stopped, or null while it is running. */
  problem: string | null;
  canRetry: boolean;
};

/** The delay before each automatic retry. After the last retry, the upload waits until the user retries. */
const retryAfterMs = [500, 1500, 4000];
const chunkTimeoutMs = 60_000;

type Listener = {
  onChange: (state: UploadState) => void;
  /** Called once the server has all rows and has started checking them. */
  onChecking: () => Promise<void>;
};

/** Uploads an import's rows in chunks. Sending a chunk twice is safe, so a chunk whose request failed can be sent again. */
export class Upload {
  private state: UploadState;
  private readonly plan: ImportPlan;
  private readonly listener: Listener;
  private readonly aborted = new AbortController();
  private endPause: () => void = () => undefined;
  /** The ID of the import on the server, once it has been requested. */
  private created: Promise<number> | null = null;

  constructor(plan: ImportPlan, listener: Listener) {
    this.plan = plan;
    this.listener = listener;
    const { listId, fileName } = plan;
    this.state = { listId, fileName, sent: 0, share: 0, problem: null, canRetry: false };
  }

  /**
   * Runs the upload. Resolves when the server has received all rows and is checking them, or when the upload fails or is
   * stopped.
   */
  async run(): Promise<void> {
    this.show({});
    try {
      this.created = this.create();
      const id = await this.created;
      this.aborted.signal.throwIfAborted();
      for await (const rows of this.plan.read()) {
        await this.retryUntilDone(() => this.send(id, rows));
        const sent = this.state.sent + rows.length;
        this.show({ sent, share: Math.min(1, sent / this.plan.rows) });
      }
      await this.retryUntilDone(() => this.check(id));
      await this.listener.onChecking();
    } catch (error) {
      if (!this.aborted.signal.aborted) this.show({ problem: problemOf(error), canRetry: false });
    }
  }

  retry(): void {
    this.show({ problem: null, canRetry: false });
    this.endPause();
  }

  /** Cancels the upload and deletes the rows that the server has received. */
  async cancel(): Promise<void> {
    this.leave();
    const id = await this.created?.catch(() => null);
    if (typeof id === 'number') await call('DELETE /api/imports/:id', { params: { id } });
  }

  /** Stops the upload without deleting the rows that the server has received. */
  leave(): void {
    this.aborted.abort();
    this.endPause();
  }

  private show(change: Partial<UploadState>): void {
    this.state = { ...this.state, ...change };
    if (!this.aborted.signal.aborted) this.listener.onChange(this.state);
  }

  private get options() {
    return { signal: this.aborted.signal, timeoutMs: chunkTimeoutMs };
  }

  /** Isn't aborted when the upload is canceled, because the server might create the import nevertheless. */
  private async create(): Promise<number> {
    const { listId, fileName, variables } = this.plan;
    const body = { list_id: listId, file_name: fileName, variables };
    const made = await call('POST /api/imports', { body }, { timeoutMs: chunkTimeoutMs });
    return made.import.id;
  }

  private send(id: number, rows: NewImportRow[]) {
    return call('PUT /api/imports/:id/rows', { params: { id }, body: { from: this.state.sent, rows } }, this.options);
  }

  private check(id: number) {
    const body = { rows: this.state.sent, contacted_days: contactedDays };
    return call('POST /api/imports/:id/check', { params: { id }, body }, this.options);
  }

  /** Retries a request until it succeeds, fails permanently or the upload is stopped. After the automatic retries, waits for the user. */
  private async retryUntilDone(act: () => Promise<unknown>): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      this.aborted.signal.throwIfAborted();
      try {
        await act();
        return;
      } catch (error) {
        if (!mayPass(error)) throw error;
        const waitMs = retryAfterMs[attempt];
        if (waitMs === undefined) {
          this.show({ problem: problemOf(error), canRetry: true });
          attempt = -1;
        }
        await this.pause(waitMs);
      }
    }
  }

  /** Waits for `ms` milliseconds, or until the user retries or the upload is stopped. Without `ms`, there is no time limit. */
  private pause(ms: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.endPause = resolve;
      if (ms !== undefined) setTimeout(resolve, ms);
    });
  }
}

function problemOf(error: unknown): string {
  return error instanceof FileProblem ? error.message : failureText(error, uploadTexts.failed);
}
