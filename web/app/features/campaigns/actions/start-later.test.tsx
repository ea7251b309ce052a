import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../testing/fake-api.ts';
import { nobody, openList, openStart, preview, unfilled } from '../../../testing/start-dialog-screen.tsx';

describe('a start at a chosen time', () => {
  it('begins with the review, like an immediate start, and is possible despite problems once the user agrees to send placeholders as written', async () => {
    const { userEvents } = openList({
      'POST /api/campaigns/:id/preflight': { ...preview, problems: [unfilled, nobody] },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Start later…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Start “Spring” later?' });
    const agreement = await within(dialog).findByRole('checkbox', { name: 'Send the message as written' });
    expect(dialog).toHaveTextContent(/If it started now with 1 account, .* finish around Mon 3 Dec 2998\./);
    expect(dialog).not.toHaveTextContent('First message');
    const next = within(dialog).getByRole('button', { name: 'Choose a time…' });
    expect(next).toBeDisabled();
    await userEvents.click(agreement);
    await userEvents.click(next);
    expect(await screen.findByRole('dialog', { name: 'When should “Spring” start?' })).toBeInTheDocument();
  });

  it('can be chosen in the review', async () => {
    const { dialog, userEvents } = await openStart();
    await userEvents.click(within(dialog).getByRole('button', { name: 'Start later…' }));
    expect(await screen.findByRole('dialog', { name: 'When should “Spring” start?' })).toBeInTheDocument();
  });

  it('keeps the choice to send the message again, and says which message and list were reviewed', async () => {
    const { dialog, api, userEvents } = await openStart();
    await userEvents.click(await within(dialog).findByRole('checkbox', { name: /the 7 people/ }));
    await userEvents.click(within(dialog).getByRole('button', { name: 'Start later…' }));
    const later = await screen.findByRole('dialog', { name: 'When should “Spring” start?' });
    await userEvents.click(within(later).getByRole('button', { name: 'Start later' }));
    await waitFor(() => expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(1));
    expect(api.of('POST /api/campaigns/:id/start')[0]?.body).toMatchObject({
      allow_repeat: true,
      review_key: 'reviewed',
    });
  });

  it('shows the server’s reason under the field, and nowhere else, if the server rejects the time', async () => {
    const text = 'Choose a time within the next year';
    const refusal = new Failure(400, { error: text, code: 'validation_failed', fields: { start_at: text } });
    const { dialog, userEvents } = await openStart({ 'POST /api/campaigns/:id/start': refusal });
    await userEvents.click(within(dialog).getByRole('button', { name: 'Start later…' }));
    const later = await screen.findByRole('dialog', { name: 'When should “Spring” start?' });
    await userEvents.click(within(later).getByRole('button', { name: 'Start later' }));
    expect(await within(later).findByText(text)).toBeInTheDocument();
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(screen.queryByText('Failed to update campaign status')).not.toBeInTheDocument();
  });

  it('leads back to the review, with the server’s reason, if the message has changed since then', async () => {
    const text = 'The message or the list has changed since you reviewed this campaign. Review it again.';
    const refusal = new Failure(409, { error: text, code: 'invalid_state' });
    const { dialog, userEvents } = await openStart({ 'POST /api/campaigns/:id/start': refusal });
    await userEvents.click(within(dialog).getByRole('button', { name: 'Start later…' }));
    const later = await screen.findByRole('dialog', { name: 'When should “Spring” start?' });
    await userEvents.click(within(later).getByRole('button', { name: 'Start later' }));
    const review = await screen.findByRole('dialog', { name: 'Start “Spring” later?' });
    expect(within(review).getByText(text)).toBeInTheDocument();
    expect(screen.getAllByText(text)).toHaveLength(1);
  });

  it('shows why the server rejected the time, even if the dialog has been closed in the meantime', async () => {
    const answer = Promise.withResolvers<Failure>();
    const { dialog, userEvents } = await openStart({ 'POST /api/campaigns/:id/start': () => answer.promise });
    await userEvents.click(within(dialog).getByRole('button', { name: 'Start later…' }));
    const later = await screen.findByRole('dialog', { name: 'When should “Spring” start?' });
    await userEvents.click(within(later).getByRole('button', { name: 'Start later' }));
    await userEvents.click(within(later).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(later).not.toBeInTheDocument());
    answer.resolve(new Failure(409, { error: 'The message or the list has changed.', code: 'invalid_state' }));
    expect(await screen.findByText('The message or the list has changed.')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
