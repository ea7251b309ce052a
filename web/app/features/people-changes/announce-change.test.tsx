import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readToken, removeToken, storeToken } from '../../platform/token-store.ts';
import { Failure, unreachable, type Replies } from '../../testing/fake-api.ts';
import { buildPeopleChange } from '../../testing/people-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { announceChange } from './announce-change.ts';

/** Starts an undo with the button in the toast. The server says that it is under way, and then gives one of `answers` for each poll. */
async function undoWith(answers: readonly (PeopleChange | Failure | Error)[]) {
  const left = [...answers];
  const poll = vi.fn((): { change: PeopleChange } | Failure | Error => {
    const answer = left.shift() ?? new Failure(500, { error: 'No more answers' });
    return answer instanceof Failure || answer instanceof Error ? answer : { change: answer };
  });
  const replies: Replies = {
    'POST /api/people-changes/:id/undo': { change: buildPeopleChange({ status: 'undoing' }) },
    'GET /api/people-changes/:id': poll,
  };
  const { userEvents, api } = renderScreen(<p>Screen</p>, { replies });
  const refresh = vi.fn(() => Promise.resolve());
  act(() => announceChange(buildPeopleChange(), { refresh, mayUndo: () => true }));
  await userEvents.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.of('POST /api/people-changes/:id/undo')).toHaveLength(1));
  return { poll, refresh };
}

describe('undoing a long bulk change', () => {
  it('continues if the server can’t be reached or has an error in between', async () => {
    const { poll } = await undoWith([
      unreachable,
      new Failure(503, { error: 'Restarting' }),
      buildPeopleChange({ status: 'undone' }),
    ]);
    expect(await screen.findByText('Undone', {}, { timeout: 10_000 })).toBeInTheDocument();
    expect(screen.queryByText('Failed to undo this')).not.toBeInTheDocument();
    expect(poll).toHaveBeenCalledTimes(3);
  });

  it('fails if the server refuses to say how it ended', async () => {
    await undoWith([new Failure(404, { error: 'There is no such change.' })]);
    expect(await screen.findByText('Failed to undo this', {}, { timeout: 5000 })).toBeInTheDocument();
    expect(screen.getByText('There is no such change.')).toBeInTheDocument();
  });

  it('shows the next user nothing', async () => {
    const { poll, refresh } = await undoWith([]);
    act(() => removeToken(readToken()));
    act(() => storeToken('of the next user'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    expect(screen.queryByText('Failed to undo this')).not.toBeInTheDocument();
    expect(poll).not.toHaveBeenCalled();
    expect(refresh).not.toHaveBeenCalled();
  });
});
