import { errorBodySchema } from '@sandpiper/contract/errors';

/** The phase of a drill. In `trouble`, something is broken on purpose, so servers may answer that they are unavailable. */
export type Phase = 'calm' | 'trouble';

export type Call = { phase: Phase; call: string; status: number; ms: number; problem: string | null };

/** Checks whether a server may answer a valid call with this status. 409 means a conflict with another call, such as a lost lease. */
function isExpectedStatus(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409;
}

/** A record of all calls and their outcomes. */
export class CallLog {
  phase: Phase = 'calm';
  /** Whether calls may go unanswered in the `trouble` phase, for example because a frozen server has accepted them. */
  mayLose = false;
  readonly calls: Call[] = [];
  readonly faults: string[] = [];
  /** Whether calls may fail because they waited too long for a lock. This is allowed if the machine is doing other work as well. */
  mayWaitLong = false;
  /** How many calls failed because the server said that it was unavailable. */
  unavailable = 0;
  #lastProblemAt = 0;

  /** Returns how many milliseconds have passed since the last problem. */
  get quietMs(): number {
    return performance.now() - this.#lastProblemAt;
  }

  /** Returns a `fetch` that records its calls. `address` is the IP address that the calls appear to come from. */
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
        if (init?.signal?.aborted !== true || isTimeout(init.signal.reason)) {
          const problem =
            error instanceof Error ? `${error.name} ${String(error.cause ?? error.message)}` : 'no answer';
          this.#add({ phase: begunIn, call, status: 0, ms: performance.now() - startedAt, problem });
        }
        throw error;
      }
    };
  }

  #add(call: Call): void {
    // Calls that were already in progress when the trouble began are treated as part of the trouble.
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

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

const unavailable = 'unavailable: ';
const tookTooLong = `${unavailable}The database took too long to answer. Try again in a moment.`;

/**
 * Returns what is wrong with a response, or null if nothing is. The result begins with `unavailable` if the server said that it was
 * unavailable and when to try again.
 */
async function problemOf(response: Response): Promise<string | null> {
  if (isExpectedStatus(response.status)) return null;
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
