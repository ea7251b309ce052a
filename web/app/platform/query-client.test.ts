import { ApiError } from '@sandpiper/contract/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { toast } from './toasts.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs a query once per item in `tries`, where `true` means success. Returns how many error toasts had been shown after each run. */
async function toastCountsAfter(tries: boolean[], meta: { isPolled?: true }): Promise<number[]> {
  const shown = vi.spyOn(toast, 'failureOf').mockReturnValue();
  const client = createQueryClient();
  const counts: number[] = [];
  for (const works of tries) {
    const queryFn = () => (works ? Promise.resolve('fine') : Promise.reject(new Error('down')));
    await client
      .fetchQuery({ queryKey: ['weather'], queryFn, staleTime: 0, meta: { errorToast: 'No weather', ...meta } })
      .catch(() => null);
    counts.push(shown.mock.calls.length);
  }
  return counts;
}

describe('a query that fails', () => {
  it('reports each failure if it is not polled', async () => {
    expect(await toastCountsAfter([false, false], {})).toEqual([1, 2]);
  });

  it('reports only the first of several failures in a row if it is polled', async () => {
    expect(await toastCountsAfter([false, false, true, false, false], { isPolled: true })).toEqual([1, 1, 1, 2, 2]);
  });

  it('reports only one failure when several queries cannot reach the server at the same time', async () => {
    const shown = vi.spyOn(toast, 'failureOf').mockReturnValue();
    const client = createQueryClient();
    const failing = (name: string, failure: ApiError) =>
      client
        .fetchQuery({ queryKey: [name], queryFn: () => Promise.reject(failure), meta: { errorToast: `No ${name}` } })
        .catch(() => null);
    const away = new ApiError('network', 0, {});
    await Promise.all(['tides', 'winds', 'birds'].map((name) => failing(name, away)));
    expect(shown.mock.calls).toEqual([['No tides', away]]);
    const refusal = new ApiError('internal', 500, {});
    await failing('boats', refusal);
    expect(shown).toHaveBeenLastCalledWith('No boats', refusal);
  });

  it('is logged with its reason if it has no toast, unless the server cannot be reached', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const client = createQueryClient();
    const fail = (failure: ApiError) =>
      client.fetchQuery({ queryKey: ['tides'], queryFn: () => Promise.reject(failure) }).catch(() => null);
    await fail(new ApiError('network', 0, {}));
    expect(logged).not.toHaveBeenCalled();
    await fail(new ApiError('internal', 500, { error: 'The tide is out.' }));
    expect(logged.mock.calls[0]?.[0]).toBe('A query failed: ApiError: The tide is out.');
  });

  it('does not report a refetch that cannot reach the server, but reports a refetch that the server refuses', async () => {
    const shown = vi.spyOn(toast, 'failureOf').mockReturnValue();
    const client = createQueryClient();
    const options = { queryKey: ['tides'], staleTime: 0, meta: { errorToast: 'No tides' } };
    async function fail(failure: ApiError): Promise<void> {
      const queryFn = () => {
        throw failure;
      };
      await client.fetchQuery({ ...options, queryFn }).catch(() => null);
    }
    await fail(new ApiError('network', 0, {}));
    expect(shown, 'nothing is on screen yet').toHaveBeenCalledTimes(1);
    await client.fetchQuery({ ...options, queryFn: () => Promise.resolve('high') });
    await fail(new ApiError('network', 0, {}));
    expect(shown).toHaveBeenCalledTimes(1);
    await fail(new ApiError('internal', 500, {}));
    expect(shown).toHaveBeenCalledTimes(2);
  });
});
