import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readToken, removeToken, storeToken } from '../platform/token-store.ts';
import { buildList, buildUser } from '../testing/builders.ts';
import { Failure } from '../testing/fake-api.ts';
import { onePage, people, person, renderList } from '../testing/list-detail-screen.tsx';
import { buildPeopleChange, buildPerson } from '../testing/people-builders.ts';
import { buildDetail } from '../testing/person-screen.tsx';

describe('a list’s page', () => {
  it('shows the recipients with their statuses', async () => {
    renderList();
    expect(await screen.findByRole('heading', { name: 'Bakers' })).toBeInTheDocument();
    const rows = await screen.findAllByRole('row');
    const names = rows.map((row) => within(row).queryByRole('rowheader')?.querySelector('a')?.textContent);
    expect(names).toEqual([undefined, '@rosa', '@mara', '@olive']);
    expect(within(rows[3] ?? document.body).getByText('Not found')).toBeInTheDocument();
    expect(screen.getByText('Showing 1 to 3 of 3 recipients')).toBeInTheDocument();
  });

  it('shows that an outcome isn’t known, although the list counts the person as failed', async () => {
    const recipients = [{ ...person(1, 'rosa', 'failed'), is_not_known: true }];
    renderList({ 'GET /api/lists/:id/recipients': { recipients, pagination: { ...onePage, total: 1 } } });
    const row = within(await screen.findByRole('row', { name: /@rosa/ }));
    expect(row.getByText('Not known')).toBeInTheDocument();
    expect(row.queryByText('Failed')).not.toBeInTheDocument();
  });

  it('says that the list doesn’t exist if the server responds with 404, or if the URL has no valid ID', async () => {
    const { unmount } = renderList({ 'GET /api/lists/:id': new Failure(404, { error: 'No such list' }) });
    expect(await screen.findByRole('heading', { name: 'List not found' })).toBeInTheDocument();
    expect(screen.queryByText('Failed to fetch list details')).not.toBeInTheDocument();
    unmount();
    renderList({}, { url: '/lists/seven' });
    expect(await screen.findByRole('heading', { name: 'List not found' })).toBeInTheDocument();
  });

  it('returns to the lists with an error if the list cannot be loaded', async () => {
    const { router } = renderList({ 'GET /api/lists/:id': new Failure(500, { error: 'The database is down.' }) });
    expect(await screen.findByText('Failed to fetch list details')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists'));
  });

  it('shows a note when a search matches more people than can be shown', async () => {
    const pagination = { page: 20, limit: 50, total: 1000, pages: 20, is_more: true as const };
    renderList(
      { 'GET /api/lists/:id/recipients': { recipients: people, pagination } },
      { url: '/lists/1?page=20&search=ro' },
    );
    const text = 'Showing 951 to 1,000 of more than 1,000 recipients. Enter more of the name to see the others.';
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('keeps its search, filter and page in the URL', async () => {
    const { api, userEvents, router } = renderList(
      {
        'GET /api/lists/:id/recipients': {
          recipients: people,
          pagination: { page: 3, limit: 50, total: 900, pages: 18 },
        },
      },
      { url: '/lists/1?page=3&search=ro&status=sent' },
    );
    expect(await screen.findByText('Showing 101 to 150 of 900 recipients')).toBeInTheDocument();
    expect(api.of('GET /api/lists/:id/recipients')[0]?.query).toEqual({ page: '3', search: 'ro', status: 'sent' });
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('button', { name: /^Page/ }).map((button) => button.textContent)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    await userEvents.click(pages.getByRole('button', { name: 'Page 5' }));
    await waitFor(() => expect(router.state.location.search).toContain('page=5'));
    await userEvents.type(screen.getByRole('searchbox', { name: 'Search by username' }), 'sa');
    await waitFor(() => expect(router.state.location.search).toBe('?search=rosa&status=sent'));
  });

  it('offers an import, but no search, filter or campaign, while nobody is on the list', async () => {
    renderList({
      'GET /api/lists/:id': { list: buildList({ recipient_count: 0, pending_count: 0 }) },
      'GET /api/lists/:id/recipients': { recipients: [], pagination: { page: 1, limit: 50, total: 0, pages: 1 } },
    });
    expect(await screen.findByText('No recipients yet')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Create Campaign' })).not.toBeInTheDocument();
    const first = screen.getByRole('link', { name: 'Import your first recipients' });
    expect(first).toHaveAttribute('href', '/lists/1/import');
  });

  it('keeps the filters when nobody matches them', async () => {
    renderList(
      { 'GET /api/lists/:id/recipients': { recipients: [], pagination: { page: 1, limit: 50, total: 0, pages: 1 } } },
      { url: '/lists/1?status=sent' },
    );
    expect(await screen.findByText('No recipients found')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('Sent');
  });

  it('moves the buttons for recipients to the menu on phones', async () => {
    const match = window.matchMedia;
    const media = vi.spyOn(window, 'matchMedia');
    media.mockImplementation((query) => Object.assign(match(query), { matches: true }));
    onTestFinished(() => media.mockRestore());
    const { userEvents } = renderList();
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    expect(screen.queryByRole('link', { name: 'Bulk Import' })).not.toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'Bulk Import' })).toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'Variables' })).toBeInTheDocument();
    await userEvents.click(screen.getByRole('menuitem', { name: 'Add Recipient' }));
    expect(await screen.findByRole('dialog', { name: 'Add Recipient' })).toBeInTheDocument();
  });

  it('links to the form for a new campaign with this list', async () => {
    renderList();
    expect(await screen.findByRole('link', { name: 'Create Campaign' })).toHaveAttribute(
      'href',
      '/campaigns/new?list=1',
    );
  });

  it('is read-only after the subscription has ended', async () => {
    renderList({}, { user: buildUser({ subscription_end_date: '2020-01-01' }) });
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add Recipient' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Bulk Import' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Create Campaign' })).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Delete Recipient rosa' })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: 'Select rosa' })).toBeDisabled();
  });

  it('refetches the recipients and the counts while a campaign is sending', async () => {
    const { api, socket } = renderList();
    await screen.findByRole('rowheader', { name: /^@rosa/ });
    const before = api.of('GET /api/lists/:id/recipients').length;
    const counted = api.of('GET /api/lists/:id').length;
    for (const sent of [1, 2, 3]) {
      socket.receive('campaign_progress_update', { campaignId: 1, total_sent: sent, total_failed: 0, total_list: 3 });
    }
    await waitFor(() => expect(api.of('GET /api/lists/:id/recipients')).toHaveLength(before + 1), { timeout: 30_000 });
    await waitFor(() => expect(api.of('GET /api/lists/:id')).toHaveLength(counted + 1), { timeout: 30_000 });
  });
});

const removal = {
  type: 'remove_from_list' as const,
  tag: null,
  list: { id: 1, name: 'Bakers' },
  status: null,
  reason: null,
};

describe('a recipient', () => {
  async function removeMara(answer: { change: PeopleChange } | Failure | Promise<{ change: PeopleChange }>) {
    const view = renderList({
      'POST /api/people-changes': () => answer,
      'POST /api/people-changes/:id/undo': { change: buildPeopleChange({ status: 'undone' }) },
    });
    await view.userEvents.click(await screen.findByRole('button', { name: 'Delete Recipient mara' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Recipient' }));
    await view.userEvents.click(question.getByRole('button', { name: 'Delete Recipient' }));
    return view;
  }

  it('is removed after confirmation, and the removal can be undone', async () => {
    const { api, userEvents } = await removeMara({ change: buildPeopleChange({ change: removal, changed: 1 }) });
    expect(await screen.findByText('Removed 1 person from Bakers')).toBeInTheDocument();
    expect(api.of('POST /api/people-changes').map(({ body }) => body)).toEqual([
      { scope: { list_id: 1, recipient_ids: [2] }, change: { type: 'remove_from_list' } },
    ]);
    await userEvents.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
  });

  it('is removed with a warning if a message to them may be on its way', async () => {
    await removeMara({ change: buildPeopleChange({ change: removal, changed: 1, in_flight: ['mara'] }) });
    expect(await screen.findByText('A message to @mara may be on its way.')).toBeInTheDocument();
  });

  it('is removed with the same messages if the user has left the page meanwhile', async () => {
    const answer = Promise.withResolvers<{ change: PeopleChange }>();
    const { router } = await removeMara(answer.promise);
    void router.navigate('/elsewhere');
    await screen.findByText('Elsewhere');
    answer.resolve({ change: buildPeopleChange({ change: removal, changed: 1, in_flight: ['mara'] }) });
    expect(await screen.findByText('Removed 1 person from Bakers')).toBeInTheDocument();
    expect(screen.getByText('A message to @mara may be on its way.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });

  it('is removed without a message to another user who has signed in meanwhile', async () => {
    const answer = Promise.withResolvers<{ change: PeopleChange }>();
    await removeMara(answer.promise);
    act(() => removeToken(readToken()));
    act(() => storeToken('of the next user'));
    await act(async () => {
      answer.resolve({ change: buildPeopleChange({ change: removal, changed: 1 }) });
      await new Promise((resolve) => void setTimeout(resolve, 50));
    });
    expect(screen.queryByText('Removed 1 person from Bakers')).not.toBeInTheDocument();
  });

  it('is no longer selected once removed', async () => {
    const { userEvents } = renderList({
      'POST /api/people-changes': { change: buildPeopleChange({ change: removal, changed: 1 }) },
    });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select mara' }));
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select olive' }));
    await userEvents.click(screen.getByRole('button', { name: 'Delete Recipient mara' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Recipient' }));
    await userEvents.click(question.getByRole('button', { name: 'Delete Recipient' }));
    expect(await screen.findByText('1 selected')).toBeInTheDocument();
  });

  it('stays on the list if the deletion fails, and the reason is shown', async () => {
    await removeMara(new Failure(500, { error: 'The tide is out.' }));
    expect(await screen.findByText('Failed to delete recipient')).toBeInTheDocument();
    expect(screen.getByText('The tide is out.')).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: /^@mara/ })).toBeInTheDocument();
  });

  it('is added with a note if they were contacted before, are on another list or must not be contacted', async () => {
    const lists = [
      { id: 1, name: 'Spring', status: 'pending' as const, is_not_known: false },
      { id: 7, name: 'Bakers', status: 'sent' as const, is_not_known: false },
    ];
    const found = buildPerson({ username: 'vera', lists, is_do_not_contact: true });
    const { userEvents } = renderList({
      'POST /api/recipients': { recipient: person(9, 'vera') },
      'GET /api/person/:username': buildDetail({ person: found }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Add Recipient' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Recipient' }));
    await userEvents.type(form.getByRole('textbox'), 'vera{Enter}');
    expect(await screen.findByText('@vera added')).toBeInTheDocument();
    expect(
      screen.getByText(/^Campaigns skip this person, who is on Do not contact\. Last contacted /),
    ).toHaveTextContent(/\. Also on “Bakers”\.$/);
  });

  it('can be typed with the @, and stays in the field if adding fails', async () => {
    const { api, userEvents } = renderList({ 'POST /api/recipients': new Error('down') });
    await userEvents.click(await screen.findByRole('button', { name: 'Add Recipient' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Recipient' }));
    await userEvents.click(form.getByRole('button', { name: 'Add Recipient' }));
    expect(form.getByText('Username is required')).toBeInTheDocument();
    await userEvents.type(form.getByRole('textbox'), '@Rosa Fields');
    await userEvents.click(form.getByRole('button', { name: 'Add Recipient' }));
    expect(form.getByText(/Use up to 30 letters, digits, underscores and single dots/)).toBeInTheDocument();
    await userEvents.clear(form.getByRole('textbox'));
    await userEvents.type(form.getByRole('textbox'), '@Explore');
    await userEvents.click(form.getByRole('button', { name: 'Add Recipient' }));
    expect(
      form.getByText("This username belongs to one of Instagram's own pages, not to a person."),
    ).toBeInTheDocument();
    await userEvents.clear(form.getByRole('textbox'));
    await userEvents.type(form.getByRole('textbox'), ' @Rosa.Fields');
    await userEvents.click(form.getByRole('button', { name: 'Add Recipient' }));
    expect(await screen.findByText('Failed to add recipient(s)')).toBeInTheDocument();
    expect(api.of('POST /api/recipients')[0]?.body).toEqual({ recipient: 'rosa.fields', list_id: 1 });
    expect(form.getByRole('textbox')).toHaveValue(' @Rosa.Fields');
  });
});
