import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { ApiError } from '@sandpiper/contract/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { failureText } from './failure.ts';
import { toast, toastMs } from './toasts.tsx';

describe('toasts', () => {
  it('stay for four seconds by default, for three after a success and for five after an error', () => {
    expect(toastMs).toMatchObject({
      default: 4000,
      success: 3000,
      error: 5000,
      sessionSuccess: 2000,
      sessionError: 4000,
      conflict: 6000,
    });
  });

  describe('on screen', () => {
    // The app loads the toast component on demand. Here, it must be loaded before the tests fake the clock.
    beforeAll(async () => {
      renderScreen(<p>Screen</p>, { user: null });
      toast.success('Here');
      await screen.findByText('Here');
      cleanup();
    });
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    it.each([
      ['success', 3000],
      ['error', 5000],
      ['warning', 4000],
    ] as const)('disappear after their time is up: %s, %i ms', async (kind, ms) => {
      renderScreen(<p>Screen</p>, { user: null });
      act(() => toast[kind](`A ${kind}`));
      await act(() => vi.advanceTimersByTimeAsync(ms - 100));
      expect(screen.getByText(`A ${kind}`)).toBeInTheDocument();
      await act(() => vi.advanceTimersByTimeAsync(2000));
      expect(screen.queryByText(`A ${kind}`)).not.toBeInTheDocument();
    });

    it('restart their timer when they are repeated', async () => {
      renderScreen(<p>Screen</p>, { user: null });
      act(() => toast.success('Saved'));
      await act(() => vi.advanceTimersByTimeAsync(2000));
      act(() => toast.success('Saved'));
      await act(() => vi.advanceTimersByTimeAsync(2000));
      expect(screen.getByText('Saved')).toBeInTheDocument();
      await act(() => vi.advanceTimersByTimeAsync(3000));
      expect(screen.queryByText('Saved')).not.toBeInTheDocument();
    });

    it('stay until they are dismissed if they have a spinner', async () => {
      renderScreen(<p>Screen</p>, { user: null });
      let work = { dismiss: () => undefined as void };
      act(() => {
        work = toast.loading('Working');
      });
      await act(() => vi.advanceTimersByTimeAsync(600_000));
      expect(screen.getByText('Working')).toBeInTheDocument();
      act(() => work.dismiss());
      await act(() => vi.advanceTimersByTimeAsync(2000));
      expect(screen.queryByText('Working')).not.toBeInTheDocument();
    });
  });

  it('show a text once, no matter how often it is repeated', async () => {
    renderScreen(<p>Screen</p>, { user: null });
    act(() => toast.error('Failed to save'));
    act(() => toast.error('Failed to save'));
    act(() => toast.error('Failed to load'));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    expect(screen.getAllByText('Failed to save')).toHaveLength(1);
  });

  it('offer Undo only once, and show an error if the undo fails', async () => {
    const { userEvents } = renderScreen(<p>Screen</p>, { user: null });
    const undo = () => Promise.reject(new ApiError('network', 0, { error: 'No connection.' }));
    const refresh = vi.fn(() => Promise.resolve());
    act(() => toast.undoable('Deleted', { undo, refresh }));
    await userEvents.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Failed to undo this')).toBeInTheDocument();
    expect(screen.getByText('No connection.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('undo an action only once, even if the button is pressed again while the toast fades out', async () => {
    const { userEvents } = renderScreen(<p>Screen</p>, { user: null });
    const undo = vi.fn(() => Promise.resolve());
    const refresh = vi.fn(() => Promise.resolve());
    act(() => toast.undoable('Deleted', { undo, refresh }));
    const button = await screen.findByRole('button', { name: 'Undo' });
    act(() => button.focus());
    await userEvents.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
    expect(undo).toHaveBeenCalledOnce();
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('offer Undo for each of several actions with the same text', async () => {
    const { userEvents } = renderScreen(<p>Screen</p>, { user: null });
    const first = vi.fn(() => Promise.resolve());
    const second = vi.fn(() => Promise.resolve());
    const refresh = () => Promise.resolve();
    act(() => toast.undoable('Deleted', { undo: first, refresh }));
    act(() => toast.undoable('Deleted', { undo: second, refresh }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2));
    for (const button of screen.getAllByRole('button', { name: 'Undo' })) await userEvents.click(button);
    expect(first).toHaveBeenCalledOnce();
    expect(second).toHaveBeenCalledOnce();
  });

  it('show the reason for a failure under the text', async () => {
    renderScreen(<p>Screen</p>, { user: null });
    act(() => toast.failureOf('Failed to do it', new ApiError('network', 0, { error: 'No connection.' })));
    await waitFor(() => expect(screen.getByText('Failed to do it')).toBeInTheDocument());
    expect(screen.getByText('No connection.')).toBeInTheDocument();
  });

  it('explain why a call failed if the server sent no message', async () => {
    renderScreen(<p>Screen</p>, { user: null });
    act(() => toast.failure(new ApiError('network', 0, { error: 'No connection.' }), 'Failed to save'));
    await waitFor(() => expect(screen.getByText('Failed to save')).toBeInTheDocument());
    expect(screen.getByText('No connection.')).toBeInTheDocument();
  });
});

describe('a failure’s text', () => {
  it("is the server's error message if there is one", () => {
    expect(failureText(new ApiError('name_taken', 409, { error: 'Taken.', requestId: 'r' }), 'Failed')).toBe('Taken.');
  });

  it.each([
    ['if there is no response', new ApiError('network', 0, { error: 'No connection.' })],
    [
      'if the response isn’t from our server',
      new ApiError('internal', 502, { error: 'The server returned an error (502).' }),
    ],
    ['if the error is a bug in our own code', new Error('bug')],
  ])('is the fallback %s', (_what, error) => {
    expect(failureText(error, 'Failed')).toBe('Failed');
  });
});
