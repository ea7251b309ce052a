import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openFormState } from '../../platform/open-form-on-arrival.ts';
import { readToken, removeToken, storeToken } from '../../platform/token-store.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import { Failure, late, onlyOnce, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ListsScreen } from './lists-screen.tsx';

const bakers = buildList({ description: 'From the fair', recipient_count: 1204, pending_count: 900, sent_count: 304 });
const empty = buildList({ id: 2, name: 'Empty', recipient_count: 0, pending_count: 0, sent_count: 0 });

function renderLists(replies: Replies = {}, user = buildUser()) {
  return renderScreen(<ListsScreen />, {
    url: '/lists',
    user,
    replies: { 'GET /api/lists': { lists: [bakers, empty] }, ...replies },
  });
}

describe('lists', () => {
  it('show their name, description and number of recipients', async () => {
    renderLists();
    const card = within(await screen.findByRole('article', { name: 'Bakers' }));
    expect(card.getByText('From the fair')).toBeInTheDocument();
    expect(card.getByText('1,204')).toBeInTheDocument();
    expect(card.getByText('304 messaged, 900 not messaged yet')).toBeInTheDocument();
    expect(card.getByRole('link', { name: 'Bakers' })).toHaveAttribute('href', '/lists/1');
  });

  it('say "Everyone was messaged" only if everyone was', async () => {
    const tried = buildList({ id: 3, name: 'Tried', recipient_count: 5, pending_count: 0, sent_count: 2 });
    const reached = buildList({ id: 4, name: 'Reached', recipient_count: 5, pending_count: 0, sent_count: 5 });
    renderLists({ 'GET /api/lists': { lists: [tried, reached] } });
    const card = within(await screen.findByRole('article', { name: 'Tried' }));
    expect(card.getByText('2 messaged, 3 failed')).toBeInTheDocument();
    expect(
      within(screen.getByRole('article', { name: 'Reached' })).getByText('Everyone was messaged'),
    ).toBeInTheDocument();
  });

  it('update their counts while a campaign is sending', async () => {
    const { api, socket } = renderLists();
    await screen.findByRole('article', { name: 'Bakers' });
    api.set({ 'GET /api/lists': { lists: [{ ...bakers, pending_count: 7 }, empty] } });
    socket.receive('campaign_progress_update', { campaignId: 1, total_sent: 1, total_failed: 0, total_list: 9 });
    expect(
      await screen.findByText('304 messaged, 893 failed, 7 not messaged yet', {}, { timeout: 30_000 }),
    ).toBeInTheDocument();
  });

  it('update their counts after a campaign is deleted, because its people are pending again', async () => {
    const { api, socket } = renderLists();
    await screen.findByRole('article', { name: 'Bakers' });
    api.set({ 'GET /api/lists': { lists: [{ ...bakers, pending_count: 7 }, empty] } });
    socket.receive('campaign_update', { campaign_id: 1, status: 'deleted' });
    expect(await screen.findByText('304 messaged, 893 failed, 7 not messaged yet')).toBeInTheDocument();
  });

  it('have a menu that links to their recipients', async () => {
    const { userEvents, router } = renderLists();
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'View Recipients' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/1'));
  });

  it('require only a name', async () => {
    const { userEvents, api, router } = renderLists({ 'POST /api/lists': { list: { ...bakers, id: 7 } } });
    await userEvents.click(await screen.findByRole('button', { name: 'New List' }));
    const form = within(await screen.findByRole('dialog', { name: 'New List' }));
    await userEvents.click(form.getByRole('button', { name: 'Create List' }));
    expect(form.getByText('List name is required')).toBeInTheDocument();
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), 'Kites');
    await userEvents.click(form.getByRole('button', { name: 'Create List' }));
    expect(await screen.findByText('List created successfully')).toBeInTheDocument();
    expect(api.of('POST /api/lists')[0]?.body).toEqual({ name: 'Kites', description: '' });
    // The new list's page opens immediately, because the list needs people.
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/7'));
  });

  it('are saved by sending only what was changed, so that changes made in another tab are kept', async () => {
    const { userEvents, api } = renderLists({ 'PUT /api/lists/:id': { list: bakers } });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Edit List' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit List' }));
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), '!');
    await userEvents.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(api.of('PUT /api/lists/:id')).toHaveLength(1));
    expect(api.of('PUT /api/lists/:id')[0]?.body).toEqual({ name: 'Bakers!' });
  });

  it('can be created with the command palette while another list is being edited', async () => {
    const { userEvents, router } = renderLists();
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Edit List' }));
    await screen.findByRole('dialog', { name: 'Edit List' });
    await act(() => router.navigate('/lists', { state: openFormState }));
    const form = within(await screen.findByRole('dialog', { name: 'New List' }));
    expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue('');
    expect(form.getByRole('textbox', { name: /Description/ })).toHaveValue('');
  });

  it('are not created if the description is too long', async () => {
    const { userEvents, api } = renderLists();
    await userEvents.click(await screen.findByRole('button', { name: 'New List' }));
    const form = within(await screen.findByRole('dialog', { name: 'New List' }));
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), 'Kites');
    await userEvents.click(form.getByRole('textbox', { name: /Description/ }));
    await userEvents.paste('a'.repeat(501));
    await userEvents.click(form.getByRole('button', { name: 'Create List' }));
    expect(form.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    expect(api.of('POST /api/lists')).toHaveLength(0);
  });

  it('show how many recipients are deleted with them, and reappear when the server rejects the deletion', async () => {
    const refusal = Promise.withResolvers<Failure>();
    const { userEvents } = renderLists({
      'GET /api/lists': onlyOnce({ lists: [bakers, empty] }),
      'DELETE /api/lists/:id': () => refusal.promise,
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete List' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete List' }));
    expect(question.getByText(/and its 1,204 recipients\./)).toBeInTheDocument();
    await userEvents.click(question.getByRole('button', { name: 'Delete List' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Bakers' })).not.toBeInTheDocument());
    refusal.resolve(new Failure(409, { error: 'Autumn still uses it.' }));
    expect(await screen.findByText('Autumn still uses it.')).toBeInTheDocument();
    expect(await screen.findByRole('article', { name: 'Bakers' })).toBeInTheDocument();
  });

  it('stay hidden when their deletion takes a long time', async () => {
    const { userEvents } = renderLists({
      'GET /api/lists': onlyOnce({ lists: [bakers, empty] }),
      'DELETE /api/lists/:id': late,
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete List' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete List' }));
    await userEvents.click(question.getByRole('button', { name: 'Delete List' }));
    expect(await screen.findByText('The list is still being deleted')).toBeInTheDocument();
    expect(screen.queryByRole('article', { name: 'Bakers' })).not.toBeInTheDocument();
  });

  it('are not mentioned to the next user when the deletion takes a long time', async () => {
    const answer = Promise.withResolvers<typeof late>();
    const { userEvents, api } = renderLists({ 'DELETE /api/lists/:id': () => answer.promise });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete List' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete List' }));
    await userEvents.click(question.getByRole('button', { name: 'Delete List' }));
    await waitFor(() => expect(api.of('DELETE /api/lists/:id')).toHaveLength(1));
    act(() => removeToken(readToken()));
    act(() => storeToken('of the next user'));
    await act(async () => {
      answer.resolve(late);
      await new Promise((resolve) => void setTimeout(resolve, 50));
    });
    expect(screen.queryByText('The list is still being deleted')).not.toBeInTheDocument();
  });

  it('show an error when they can’t be loaded', async () => {
    renderLists({ 'GET /api/lists': new Error('down') });
    expect(await screen.findByText('Failed to fetch lists')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('show an error when they can’t be saved, and keep what was typed', async () => {
    const { userEvents } = renderLists({ 'POST /api/lists': new Error('down') });
    await userEvents.click(await screen.findByRole('button', { name: 'New List' }));
    const form = within(await screen.findByRole('dialog', { name: 'New List' }));
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), 'Kites');
    await userEvents.click(form.getByRole('button', { name: 'Create List' }));
    expect(await screen.findByText('Failed to save list')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue('Kites');
  });

  it('are read-only after the subscription has ended', async () => {
    const { userEvents } = renderLists({}, buildUser({ subscription_end_date: '2020-01-01' }));
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'New List' })).toBeDisabled();
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit List' })).toBeDisabled();
    expect(await screen.findByRole('menuitem', { name: 'Delete List' })).toBeDisabled();
    expect(await screen.findByRole('menuitem', { name: 'View Recipients' })).toBeEnabled();
  });
});
