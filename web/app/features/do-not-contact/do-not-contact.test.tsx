import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { timeZone } from '../../platform/dates.ts';
import { paginationOf } from '../../testing/builders.ts';
import { rosa, nobody, renderList, type View } from '../../testing/do-not-contact-screen.tsx';
import { Failure } from '../../testing/fake-api.ts';

describe('people you do not contact', () => {
  it('are listed with reason, origin and date, and with links to their pages', async () => {
    renderList();
    const row = within(await screen.findByRole('row', { name: /@rosa/ }));
    expect(row.getByRole('link', { name: '@rosa' })).toHaveAttribute('href', '/people/rosa');
    expect(row.getByRole('cell', { name: 'Asked us to stop' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: 'Added here' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: /^21-11-2026/ })).toBeInTheDocument();
    const other = within(screen.getByRole('row', { name: /@mara/ }));
    expect(other.getByRole('cell', { name: 'No reason given' })).toBeInTheDocument();
  });

  it('are loaded with the search and the page number from the URL', async () => {
    const { api } = renderList({}, '/do-not-contact?search=ro&page=2');
    await screen.findByRole('row', { name: /@rosa/ });
    expect(api.of('GET /api/do-not-contact')[0]?.query).toEqual({ search: 'ro', page: '2', limit: '50' });
  });

  it('are counted only up to a limit, and the text says that there are more', async () => {
    const pagination = { ...paginationOf(10_000, 50), is_more: true } as const;
    renderList({ 'GET /api/do-not-contact': { people: [rosa], pagination, forgotten_count: 0 } });
    const words = 'Showing 1 to 50 of more than 10,000 people. Search by name to see the others.';
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('can be added while the list is empty, and a message appears when a search matches no one', async () => {
    const { userEvents, unmount } = renderList({ 'GET /api/do-not-contact': nobody });
    expect(await screen.findByText('No one is on this list yet')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Add your first people' }));
    expect(await screen.findByRole('dialog', { name: 'Add people to Do not contact' })).toBeInTheDocument();
    unmount();
    renderList({ 'GET /api/do-not-contact': nobody }, '/do-not-contact?search=zoe');
    expect(await screen.findByText('No people found')).toBeInTheDocument();
    expect(screen.getByRole('searchbox')).toHaveValue('zoe');
  });

  it('can be loaded again after a failure', async () => {
    const { userEvents, api } = renderList({ 'GET /api/do-not-contact': new Error('down') });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('People you don’t contact couldn’t be loaded')).toBeInTheDocument();
    api.set({ 'GET /api/do-not-contact': { people: [rosa], pagination: paginationOf(1), forgotten_count: 0 } });
    await userEvents.click(retry);
    expect(await screen.findByRole('row', { name: /@rosa/ })).toBeInTheDocument();
  });
});

describe('the do-not-contact list', () => {
  const removal = {
    id: 1,
    username: 'olive',
    reason: 'They wrote to us',
    removed_at: '2026-11-22T09:30:00.000Z',
    origin: 'added',
    marked_at: '2026-11-02T09:30:00.000Z',
    marked_reason: 'Competitor',
  } as const;

  it('has a history of who was removed, and why', async () => {
    const { userEvents, router } = renderList({
      'GET /api/do-not-contact/removals': { removals: [removal], pagination: paginationOf(1, 50) },
    });
    await userEvents.click(await screen.findByRole('tab', { name: 'Removed' }));
    const row = within(await screen.findByRole('row', { name: /@olive/ }));
    expect(row.getByRole('cell', { name: 'They wrote to us' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: /Competitor/ })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?tab=history');
  });

  it('shows a message if nobody has been removed yet', async () => {
    renderList(
      { 'GET /api/do-not-contact/removals': { removals: [], pagination: paginationOf(0) } },
      '/do-not-contact?tab=history',
    );
    expect(await screen.findByText('No one has been removed from this list')).toBeInTheDocument();
  });

  it('shows how many forgotten people stay on the list without a name', async () => {
    renderList({
      'GET /api/do-not-contact': { people: [rosa], pagination: paginationOf(1), forgotten_count: 2 },
    });
    expect(await screen.findByText('2 forgotten people stay on this list without a name.')).toBeInTheDocument();
  });

  it('is not called empty if only forgotten people are on it', async () => {
    renderList({ 'GET /api/do-not-contact': { ...nobody, forgotten_count: 1 } });
    expect(await screen.findByText('Only forgotten people are on this list')).toBeInTheDocument();
    expect(screen.getByText('1 forgotten person stays on this list without a name.')).toBeInTheDocument();
    expect(screen.queryByText('No one is on this list yet')).not.toBeInTheDocument();
  });

  it('is exported to a file, with the current search applied', async () => {
    const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:list';
    URL.revokeObjectURL = () => undefined;
    const { userEvents, api } = renderList(
      { 'GET /api/do-not-contact/export': () => new Response('username', { headers: { 'content-type': 'text/csv' } }) },
      '/do-not-contact?search=ro',
    );
    await userEvents.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Everyone who matches the search')).toBeInTheDocument();
    await userEvents.click(await screen.findByRole('menuitem', { name: 'CSV file' }));
    expect(await screen.findByText('List exported (1 KB)')).toBeInTheDocument();
    expect(api.of('GET /api/do-not-contact/export')[0]?.query).toEqual({
      format: 'csv',
      search: 'ro',
      timezone: timeZone,
    });
    expect(link.mock.contexts[0]).toMatchObject({ download: 'do-not-contact.csv' });
    link.mockRestore();
  });
});

describe('the dialog that allows contact again', () => {
  async function openRemoval({ userEvents }: View) {
    await userEvents.click(await screen.findByRole('button', { name: 'Allow contact with rosa again' }));
    return within(await screen.findByRole('dialog', { name: 'Allow contact again' }));
  }

  it('requires a reason', async () => {
    const view = renderList({ 'DELETE /api/do-not-contact/:username': { success: true } });
    const form = await openRemoval(view);
    await view.userEvents.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(await form.findByText('Enter a reason')).toBeInTheDocument();
    await view.userEvents.click(form.getByRole('textbox', { name: 'Reason' }));
    await view.userEvents.paste('a'.repeat(501));
    await view.userEvents.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(form.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    await view.userEvents.clear(form.getByRole('textbox', { name: 'Reason' }));
    await view.userEvents.type(form.getByRole('textbox', { name: 'Reason' }), 'They wrote to us');
    await view.userEvents.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(await screen.findByText('@rosa can be contacted again')).toBeInTheDocument();
    expect(view.api.of('DELETE /api/do-not-contact/:username')).toMatchObject([
      { params: { username: 'rosa' }, query: { reason: 'They wrote to us' } },
    ]);
  });

  it('explains why the request failed, and stays open', async () => {
    const view = renderList({ 'DELETE /api/do-not-contact/:username': new Failure(409, { error: 'Not now.' }) });
    const form = await openRemoval(view);
    await view.userEvents.type(form.getByRole('textbox', { name: 'Reason' }), 'x');
    await view.userEvents.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Allow contact again' })).toBeInTheDocument();
  });
});
