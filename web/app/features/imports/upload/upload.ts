import { ApiError } from '@sandpiper/contract/client';
import type { NewImportRow } from '@sandpiper/contract/imports';
import { call } from '../../../platform/api.ts';
import { failureText } from '../../../platform/failure.ts';
import { FileProblem } from '../reading/file-problem.ts';
import type { Mapping } from '../reading/import-rows.ts';
import type { Layout } from '../reading/layouts.ts';
import { readRows } from '../reading/reader.ts';
import { uploadTexts } from './upload.texts.ts';

/** What to import and how. */
export type ImportPlan = {
  listId: number;
  file: Blob;
  fileName: string;
  layout: Layout;
  mapping: Mapping;
  /** The variables of the mapping's value columns. */
  variables: string[];
  contactedDays: number;
};

export type UploadState = {
  listId: number;
  fileName: string;
  importId: number | null;
  /** How many rows the server has received. */
  sent: number;
  /** How much of the file has been received, from 0 to 1. */
  share: number;
  /** Why the upload stopped; null while it is running. */
  problem: string | null;
  /** Whether trying again makes sense. */
  canRetry: boolean;
};

/** The wait before each automatic retry. After the last one, the user decides. */
const retryAfterMs = [500, 1500, 4000];
const chunkTimeoutMs = 60_000;

type Listener = {
  onChange: (state: UploadState) => void;
  /** Called once all rows have arrived and are being checked. */
  onChecking: () => Promise<void>;
};

/** Uploads a file's rows in chunks while reading them. A failed chunk can be sent again, even if it had arrived. */
export class Upload {
  private state: UploadState;
  private readonly plan: ImportPlan;
  private readonly listener: Listener;
  private readonly aborted = new AbortController();
  private goOn: () => void = () => undefined;

  constructor(plan: ImportPlan, listener: Listener) {
    this.plan = plan;
    this.listener = listener;
    const { listId, fileName } = plan;
    this.state = { listId, fileName, importId: null, sent: 0, share: 0, problem: null, canRetry: false };
  }

  /** Resolves when everything is sent, when the upload is canceled, or when it can't continue. */
  async run(): Promise<void> {
    this.show({});
    try {
      const id = await this.create();
      for await (const { rows, share } of readRows(this.plan)) {
        await this.insist(() => this.send(id, rows));
        this.show({ sent: this.state.sent + rows.length, share });
      }
      await this.insist(() => this.check(id));
      await this.listener.onChecking();
    } catch (error) {
      if (!this.aborted.signal.aborted) this.show({ problem: problemOf(error), canRetry: false });
    }
  }

  retry(): void {
    this.show({ problem: null, canRetry: false });
    this.goOn();
  }

  /** Ends the upload and discards the rows that have arrived. */
  async cancel(): Promise<void> {
    this.leave();
    if (this.state.importId !== null) await call('DELETE /api/imports/:id', { params: { id: this.state.importId } });
  }

  /** Ends the upload but keeps the rows that have arrived. */
  leave(): void {
    this.aborted.abort();
    this.goOn();
  }

  private show(change: Partial<UploadState>): void {
    this.state = { ...this.state, ...change };
    if (!this.aborted.signal.aborted) this.listener.onChange(this.state);
  }

  private get options() {
    return { signal: this.aborted.signal, timeoutMs: chunkTimeoutMs };
  }

  private async create(): Promise<number> {
    const { listId, fileName, variables } = this.plan;
    const body = { list_id: listId, file_name: fileName, variables };
    const made = await call('POST /api/imports', { body }, this.options);
    this.show({ importId: made.import.id });
    return made.import.id;
  }

  private send(id: number, rows: NewImportRow[]) {
    return call('PUT /api/imports/:id/rows', { params: { id }, body: { from: this.state.sent, rows } }, this.options);
  }

  private check(id: number) {
    const body = { rows: this.state.sent, contacted_days: this.plan.contactedDays };
    return call('POST /api/imports/:id/check', { params: { id }, body }, this.options);
  }

  /** Repeats an action until it succeeds. After a few attempts, the user decides when to retry. */
  private async insist(act: () => Promise<unknown>): Promise<void> {
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

  /** Waits for the given time, or until the user retries if no time is given. */
  private pause(ms: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.goOn = resolve;
      if (ms !== undefined) setTimeout(resolve, ms);
    });
  }
}

/** Returns whether the failure may be temporary: there was no response, or the response doesn't reject the rows. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function problemOf(error: unknown): string {
  return error instanceof FileProblem ? error.message : failureText(error, uploadTexts.failed);
}
