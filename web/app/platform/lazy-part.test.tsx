import { render, screen, waitFor } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart, preload, setConnectionLost } from './lazy-part.ts';

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

class Boundary extends Component<{ children: ReactNode }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override render() {
    return this.state.isBroken ? 'Broken' : this.props.children;
  }
}

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

describe('a part of a screen that is loaded when it is first shown', () => {
  it('appears after a second attempt if the first attempt fails', async () => {
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
    // The fake clock also runs by itself, so stop well before the second attempt, which is made after one second.
    await vi.advanceTimersByTimeAsync(500);
    expect(screen.getByText('Loading')).toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(600);
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

  it('isn’t requested while the connection is known to be lost, because Firefox never retries code that it failed to load', async () => {
    setConnectionLost(true);
    isServerUp = false;
    const load = vi.fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting));
    const Part = lazyPart(load);
    preload(load);
    render(
      <Suspense fallback="Loading">
        <Part name="Ana" />
      </Suspense>,
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(load).not.toHaveBeenCalled();
    isServerUp = true;
    await vi.advanceTimersByTimeAsync(1100);
    expect(await screen.findByText('Hello Ana')).toBeInTheDocument();
    setConnectionLost(false);
  });

  it('appears even while the server is down if its code was loaded in advance', async () => {
    const load = vi.fn<() => Promise<typeof Greeting>>(() => Promise.resolve(Greeting));
    preload(load);
    await vi.advanceTimersByTimeAsync(0);
    setConnectionLost(true);
    isServerUp = false;
    const Part = lazyPart(load);
    render(
      <Suspense fallback="Loading">
        <Part name="Ana" />
      </Suspense>,
    );
    expect(await screen.findByText('Hello Ana')).toBeInTheDocument();
    setConnectionLost(false);
  });

  it('reloads the page if its code is gone, but not right after the page was opened', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    const error = new TypeError('Failed to fetch dynamically imported module');
    const failures: unknown[] = [];
    const show = () => {
      const Part = lazyPart((): Promise<typeof Greeting> => Promise.reject(error));
      const options = { onCaughtError: (caught: unknown) => void failures.push(caught) };
      return render(
        <Boundary>
          <Suspense fallback="Loading">
            <Part name="Ana" />
          </Suspense>
        </Boundary>,
        options,
      );
    };
    const age = vi.spyOn(performance, 'now').mockReturnValue(59_000);
    const { unmount } = show();
    await vi.advanceTimersByTimeAsync(1100);
    expect(await screen.findByText('Broken')).toBeInTheDocument();
    expect(failures).toEqual([error]);
    expect(reload).not.toHaveBeenCalled();
    unmount();
    age.mockReturnValue(61_000);
    // If the user leaves while the code is loading, the page isn't reloaded, because they may be typing somewhere else.
    show().unmount();
    await vi.advanceTimersByTimeAsync(1100);
    expect(reload).not.toHaveBeenCalled();
    show();
    await vi.advanceTimersByTimeAsync(1100);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});
