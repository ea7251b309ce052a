import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

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
});
