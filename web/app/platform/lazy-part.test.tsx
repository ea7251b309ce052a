import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const realFetch = globalThis.fetch;
let isServerUp = true;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  isServerUp = true;
  globalThis.fetch = () => Promise.resolve(new Response('', { status: isServerUp ? 200 : 502 }));
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.fetch = realFetch;
});

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

describe('a part of a screen that is loaded when it is first shown', () => {
  it('appears after a second attempt if the first one fails', async () => {
    const load = vi
      .fn<() => Promise<typeof Greeting>>()
      .mockRejectedValueOnce(new TypeError('gone'))
      .mockResolvedValue(Greeting);
    const Part = lazyPart(load);
    render(
      <Suspense fallback="Loading">
        <Part name="Ana" />
      </Suspense>,
    );
    await vi.advanceTimersByTimeAsync(900);
    expect(screen.getByText('Loading')).toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(200);
    expect(await screen.findByText('Hello Ana')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('appears once the server is back, no matter how long that takes', async () => {
    isServerUp = false;
    const load = vi.fn<() => Promise<typeof Greeting>>(() =>
      isServerUp ? Promise.resolve(Greeting) : Promise.reject(new TypeError('unreachable')),
    );
    const Part = lazyPart(load);
    render(
      <Suspense fallback="Loading">
        <Part name="Ana" />
      </Suspense>,
    );
    await vi.advanceTimersByTimeAsync(20_000);
    expect(screen.getByText('Loading')).toBeInTheDocument();
    isServerUp = true;
    await vi.advanceTimersByTimeAsync(1100);
    expect(await screen.findByText('Hello Ana')).toBeInTheDocument();
  });
});
