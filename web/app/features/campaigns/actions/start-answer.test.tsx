import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paginationOf } from '../../../testing/builders.ts';
import { Failure, late, onlyOnce, unreachable } from '../../../testing/fake-api.ts';
import { openStart, spring, started } from '../../../testing/start-dialog-screen.tsx';

describe('clicking Start in the review', () => {
  it('shows why the server rejected the start, until the user chooses to send the message again', async () => {
    const refusal = new Failure(409, {
      error: 'Everybody on this list already got this message.',
      code: 'everybody_skipped',
      already_messaged: 12,
    });
    const { dialog, api, userEvents, start } = await openStart({
      'GET /api/campaigns': onlyOnce({ campaigns: [spring], pagination: paginationOf(1) }),
      'POST /api/campaigns/:id/preflight': unreachable,
      'POST /api/campaigns/:id/start': refusal,
    });
    expect(await within(dialog).findByText(/^Up to 449 people will get this message\./)).toBeInTheDocument();
    await userEvents.click(start);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(refusal.body.error);
    expect(screen.queryByText('Failed to update campaign status')).not.toBeInTheDocument();
    expect(within(screen.getByRole('table', { hidden: true })).getByText('Pending')).toBeInTheDocument();
    api.set({ 'POST /api/campaigns/:id/start': started });
    await userEvents.click(within(dialog).getByRole('checkbox', { name: /the 12 people who already got it/ }));
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
    await userEvents.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start').at(-1)?.body).toEqual({ allow_repeat: true });
  });

  it('shows why the server rejected the start, even if the review has been closed in the meantime', async () => {
    const answer = Promise.withResolvers<Failure>();
    const { dialog, userEvents, start } = await openStart({ 'POST /api/campaigns/:id/start': () => answer.promise });
    await within(dialog).findByText(/^412 people to message/);
    await userEvents.click(start);
    await userEvents.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    answer.resolve(new Failure(409, { error: 'Every account is on hold.', code: 'invalid_state' }));
    expect(await screen.findByText('Every account is on hold.')).toBeInTheDocument();
    expect(screen.getByText('Failed to update campaign status')).toBeInTheDocument();
  });

  it.each([
    [
      'rejected',
      new Failure(409, { error: 'Every account is on hold.', code: 'invalid_state' }),
      'Every account is on hold.',
    ],
    ['accepted', started, 'Campaign started'],
  ])('does not change another dialog that was opened before the start was %s', async (_outcome, reply, toast) => {
    const answer = Promise.withResolvers<typeof reply>();
    const { dialog, userEvents, start } = await openStart({
      'POST /api/campaigns/:id/start': () => answer.promise,
      'GET /api/campaigns/:id/deletion-preview': { recipients_reset: 0, already_messaged: 0, possibly_messaged: 0 },
    });
    await within(dialog).findByText(/^412 people to message/);
    await userEvents.click(start);
    await userEvents.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await userEvents.click(screen.getByRole('button', { name: 'Actions for Spring' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const deletion = await screen.findByRole('dialog', { name: 'Delete “Spring”?' });
    answer.resolve(reply);
    expect(await screen.findByText(toast)).toBeInTheDocument();
    expect(within(deletion).queryByRole('alert')).not.toBeInTheDocument();
    expect(deletion).toBeInTheDocument();
  });

  it('closes the review when the start takes a long time, and says that the start continues', async () => {
    const { dialog, userEvents, start } = await openStart({ 'POST /api/campaigns/:id/start': late });
    await within(dialog).findByText(/^412 people to message/);
    await userEvents.click(start);
    expect(await screen.findByText('Still working…')).toBeInTheDocument();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});
