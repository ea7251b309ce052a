import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import CampaignsPage from '../../../pages/campaigns.page.tsx';
import { buildCampaignRow, paginationOf } from '../../../testing/builders.ts';
import { Failure, late, onlyOnce, unreachable, type Replies } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';

const autumn = buildCampaignRow({ id: 1, name: 'Autumn', status: 'running' });
const listed = { campaigns: [autumn], pagination: paginationOf(1) };
const preview = { recipients_reset: 5, already_messaged: 4, possibly_messaged: 1 };

async function openDeletion(replies: Replies = {}) {
  const view = renderScreen(<CampaignsPage />, {
    url: '/campaigns',
    replies: { 'GET /api/campaigns': listed, 'GET /api/campaigns/:id/deletion-preview': preview, ...replies },
  });
  await view.userEvents.click(await screen.findByRole('button', { name: 'Actions for Autumn' }));
  await view.userEvents.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Autumn”?' });
  await within(dialog).findByText(/permanently deletes its log/);
  const remove = () => view.userEvents.click(within(dialog).getByRole('button', { name: 'Delete campaign' }));
  return { ...view, dialog, remove };
}

const row = () => screen.queryByRole('rowheader', { name: /Autumn/, hidden: true });

describe('the dialog that deletes a campaign', () => {
  const end = 'Deleting the campaign also permanently deletes its log and results.';
  const then =
    'You can send them a different message, but they’ll get this one again only if you choose to send it again.';
  it.each([
    [
      { recipients_reset: 5, already_messaged: 4, possibly_messaged: 2 },
      `Up to 5 people go back to pending on the list. 4 people already got this message, and 2 may have received it. ${then} ${end}`,
    ],
    [
      { recipients_reset: 4, already_messaged: 4, possibly_messaged: 0 },
      `Up to 4 people go back to pending on the list. 4 people already got this message. ${then} ${end}`,
    ],
    [
      { recipients_reset: 1, already_messaged: 0, possibly_messaged: 1 },
      `Up to 1 person goes back to pending on the list. 1 person may have received this message. ${then} ${end}`,
    ],
    [
      { recipients_reset: 1, already_messaged: 0, possibly_messaged: 0 },
      `Up to 1 person goes back to pending on the list. ${end}`,
    ],
    [
      { recipients_reset: 0, already_messaged: 0, possibly_messaged: 0 },
      `This doesn’t change anyone’s status on the list. ${end}`,
    ],
  ])('first explains what the deletion means for people who already got the message: %o', async (answer, words) => {
    const { dialog } = await openDeletion({ 'GET /api/campaigns/:id/deletion-preview': answer });
    expect(dialog).toHaveTextContent(`Delete “Autumn”?${words}`);
  });

  it('can’t be confirmed before it says how many people are affected', async () => {
    const answer = Promise.withResolvers<typeof preview>();
    const { userEvents } = renderScreen(<CampaignsPage />, {
      url: '/campaigns',
      replies: { 'GET /api/campaigns': listed, 'GET /api/campaigns/:id/deletion-preview': () => answer.promise },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Autumn' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const remove = await screen.findByRole('button', { name: 'Delete campaign' });
    expect(remove).toBeDisabled();
    answer.resolve(preview);
    await waitFor(() => expect(remove).toBeEnabled());
    expect(screen.getByText(/4 people already got this message/)).toBeInTheDocument();
  });

  it('counts again each time it opens, and can’t be confirmed with earlier counts', async () => {
    const { userEvents, api, dialog } = await openDeletion();
    await userEvents.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const answer = Promise.withResolvers<typeof preview>();
    api.set({ 'GET /api/campaigns/:id/deletion-preview': () => answer.promise });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Autumn' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const remove = await screen.findByRole('button', { name: 'Delete campaign' });
    expect(remove).toBeDisabled();
    expect(screen.queryByText(/already got this message/)).not.toBeInTheDocument();
    answer.resolve({ ...preview, already_messaged: 30 });
    expect(await screen.findByText(/30 people already got this message/)).toBeInTheDocument();
    expect(remove).toBeEnabled();
  });

  it('deletes the campaign once the user confirms', async () => {
    const { api, remove, dialog } = await openDeletion({
      'DELETE /api/campaigns/:id': { success: true, recipients_reset: 5 },
    });
    await remove();
    expect(await screen.findByText('Campaign deleted')).toBeInTheDocument();
    expect(api.of('DELETE /api/campaigns/:id')[0]?.params).toEqual({ id: '1' });
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('shows why the server rejects the deletion, and keeps the campaign', async () => {
    const words = 'A message may be on its way. Try again in a minute.';
    const { api, remove, dialog } = await openDeletion({
      'DELETE /api/campaigns/:id': new Failure(409, { error: words, code: 'invalid_state' }),
    });
    await remove();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(words);
    expect(screen.getAllByText(words)).toHaveLength(1);
    expect(row()).toBeInTheDocument();
    api.set({ 'DELETE /api/campaigns/:id': { success: true, recipients_reset: 5 } });
    await remove();
    expect(await screen.findByText('Campaign deleted')).toBeInTheDocument();
  });

  it('removes a campaign from the list even if its deletion takes a long time', async () => {
    const { remove } = await openDeletion({
      'GET /api/campaigns': onlyOnce(listed),
      'DELETE /api/campaigns/:id': late,
    });
    await remove();
    expect(await screen.findByText('The campaign is still being deleted')).toBeInTheDocument();
    await waitFor(() => expect(row()).not.toBeInTheDocument());
    expect(screen.queryByText('Failed to delete campaign')).not.toBeInTheDocument();
  });

  it('waits up to two minutes for the server, which has to update every recipient', async () => {
    const limits: number[] = [];
    const { remove } = await openDeletion({ 'DELETE /api/campaigns/:id': { success: true, recipients_reset: 5 } });
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return new AbortController().signal;
    });
    await remove();
    expect(await screen.findByText('Campaign deleted')).toBeInTheDocument();
    limit.mockRestore();
    expect(limits[0]).toBe(120_000);
  });

  it("shows the server's reason when the deletion fails, and keeps the campaign in the list", async () => {
    const { remove } = await openDeletion({
      'DELETE /api/campaigns/:id': new Failure(500, { error: 'The database is down.' }),
    });
    await remove();
    expect(await screen.findByText('The database is down.')).toBeInTheDocument();
    expect(row()).toBeInTheDocument();
  });

  it('says "Failed to delete campaign" when the server cannot be reached', async () => {
    const { remove } = await openDeletion({ 'DELETE /api/campaigns/:id': unreachable });
    await remove();
    expect(await screen.findByText('Failed to delete campaign')).toBeInTheDocument();
  });
});
