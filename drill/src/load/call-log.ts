import { errorBodySchema } from '@sandpiper/contract/errors';

/** `trouble`: something has been broken on purpose, so the servers may say that they are unavailable. */
export type Phase = 'calm' | 'trouble';

export type Call = { phase: Phase; call: string; status: number; ms: number; problem: string | null };

/** Whether an honest caller may get this status. 409 is a conflict with another call, such as a lost lease. */
function isWell(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409;
}

/** Records every call and how it went. */
export class CallLog {
  phase: Phase = 'calm';
  /** Whether calls may be lost in times of trouble, such as those that a frozen server has accepted. */
  mayLose = false;
  readonly calls: Call[] = [];
  readonly faults: string[] = [];
  /** Whether calls may wait longer for a lock than the servers allow, because the machine does other work too. */
  mayWaitLong = false;
  /** How many calls were told that the server can't work right now. */
  unavailable = 0;
  #lastProblemAt = 0;

  /** Returns for how many milliseconds there has been no problem. */
  get quietMs(): number {
    return performance.now() - this.#lastProblemAt;
  }

  /** Returns a `fetch` that records its calls. `address` is the address that the calls seem to come from. */
  fetchFrom(address: string): typeof fetch {
    return async (input, init) => {
      const begunIn = this.phase;
      const startedAt = performance.now();
      const call = titleOf(input, init);
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      try {
        const response = await fetch(input, { ...init, headers });
        const problem = await problemOf(response);
        this.#add({ phase: begunIn, call, status: response.status, ms: performance.now() - startedAt, problem });
        return response;
      } catch (error) {
        if (init?.signal?.aborted !== true || isTimeOut(init.signal.reason)) {
          const problem =
            error instanceof Error ? `${error.name} ${String(error.cause ?? error.message)}` : 'no answer';
          this.#add({ phase: begunIn, call, status: 0, ms: performance.now() - startedAt, problem });
        }
        throw error;
      }
    };
  }

  #add(call: Call): void {
    // Calls that were in progress when the trouble began count as part of it.
    const phase = this.phase === 'trouble' ? 'trouble' : call.phase;
    this.calls.push({ ...call, phase });
    if (call.problem === null) return;
    this.#lastProblemAt = performance.now();
    const isPlainlyAway = call.status === 503 && call.problem.startsWith(unavailable);
    if (isPlainlyAway) this.unavailable += 1;
    if (this.mayWaitLong && call.status === 503 && call.problem === tookTooLong) return;
    const isAllowed = phase === 'trouble' && (isPlainlyAway || (this.mayLose && isLost(call.status)));
    if (!isAllowed) this.faults.push(`${phase}: ${call.call} ${call.status}: ${call.problem}`);
  }
}

function isLost(status: number): boolean {
  return status === 0 || status === 502 || status === 504;
}

function isTimeOut(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

const unavailable = 'unavailable: ';
const tookTooLong = `${unavailable}The database took too long to answer. Try again in a moment.`;

/**
 * Returns what is wrong, or null if nothing is. If it begins with `unavailable`, the server said plainly that it can't work
 * right now and when to try again.
 */
async function problemOf(response: Response): Promise<string | null> {
  if (isWell(response.status)) return null;
  const text = await response.clone().text();
  const body = errorBodySchema.safeParse(parsed(text)).data;
  const isPlain = body?.code === 'unavailable' && response.headers.get('retry-after') !== null;
  return isPlain ? `${unavailable}${body.error}` : text.slice(0, 200);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function titleOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): string {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  return `${init?.method ?? 'GET'} ${pathname.replaceAll(/\/\d+/g, '/:id')}`;
}
