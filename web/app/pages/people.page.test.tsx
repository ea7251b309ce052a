import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { timeZone } from '../platform/dates.ts';
import { buildPerson } from '../testing/people-builders.ts';
import { choose, menuItem, nobody, page, renderPeople, rowOf, saved } from '../testing/people-screen.tsx';

describe('the People screen', () => {
  it('shows a row for each person, with lists, last contact, account, outcome, tags, note and do-not-contact mark', async () => {
    renderPeople();
    const row = await rowOf(/@rosa/);
    expect(row.getByRole('link', { name: '@rosa' })).toHaveAttribute('href', '/people/rosa');
    expect(row.getAllByText('Do not contact')[0]).toBeInTheDocument();
    expect(row.getByText('Wants the catalog')).toBeInTheDocument();
    // The link to the list is rendered twice: in the Lists column, and below the name for narrow screens. CSS hides one of the two links.
    for (const link of row.getAllByRole('link', { name: 'Bakers' })) expect(link).toHaveAttribute('href', '/lists/1');
    expect(row.getByRole('cell', { name: 'studio' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: 'Do not contactSent' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: /VIP.*\+1/ })).toBeInTheDocument();
    const other = await rowOf(/@mara/);
    expect(other.getByRole('cell', { name: 'Never' })).toBeInTheDocument();
    expect(other.getByRole('cell', { name: 'Not on any list' })).toBeInTheDocument();
    expect(other.queryByText('Do not contact')).not.toBeInTheDocument();
    expect(screen.getByText('2 people')).toBeInTheDocument();
  });

  it('shows when someone wrote to the user, and finds everyone who has', async () => {
    const people = [buildPerson({ replied_at: '2026-11-20T09:30:00.000Z', outcome: 'skipped' })];
    const view = renderPeople({ 'GET /api/people': { ...page, people } });
    const row = await rowOf(/@rosa/);
    expect(row.getByRole('cell', { name: /^SkippedWrote to you 20-11-2026 \d\d:\d\d$/ })).toBeInTheDocument();
    await choose(view, 'State', 'Wrote to you');
    await waitFor(() => expect(view.api.of('GET /api/people').at(-1)?.query).toMatchObject({ state: 'replied' }));
  });

  it('applies the filters in the URL', async () => {
    const { api } = renderPeople({}, '/people?search=ro&state=failed&tag=3&list=2&days=30');
    await screen.findByRole('row', { name: /@rosa/ });
    expect(api.of('GET /api/people')[0]?.query).toEqual({
      search: 'ro',
      state: 'failed',
      tag_id: '3',
      list_id: '2',
      days: '30',
      limit: '50',
    });
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('Failed');
    expect(screen.getByRole('combobox', { name: 'Tag' })).toHaveValue('VIP');
    expect(screen.getByRole('combobox', { name: 'List' })).toHaveValue('Kites');
    expect(screen.getByRole('combobox', { name: 'Time' })).toHaveValue('Last 30 days');
  });

  it('ignores invalid filters in the URL', async () => {
    const { api } = renderPeople({}, '/people?state=odd&tag=x&list=-1&days=0&since=today&before=x');
    await screen.findByRole('row', { name: /@rosa/ });
    expect(api.of('GET /api/people')[0]?.query).toEqual({ limit: '50' });
  });

  it('keeps a chosen filter in the URL, and returns to the first page', async () => {
    const view = renderPeople({}, '/people?before=40');
    await screen.findByRole('row', { name: /@rosa/ });
    await choose(view, 'State', 'Never contacted');
    expect(view.router.state.location.search).toBe('?state=never_contacted');
    await choose(view, 'Time', 'Last 7 days');
    expect(view.router.state.location.search).toBe('?state=never_contacted&days=7');
    await view.userEvents.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(view.router.state.location.search).toBe('');
  });

  it('shows people page by page, and counts them up to a limit', async () => {
    const { userEvents, api, router } = renderPeople({
      'GET /api/people': { ...page, total: { count: 10_000, is_more: true }, next_before: 40, previous_after: 90 },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Next page' }));
    expect(router.state.location.search).toBe('?before=40');
    await waitFor(() => expect(api.of('GET /api/people').at(-1)?.query).toEqual({ before: '40', limit: '50' }));
    await userEvents.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(router.state.location.search).toBe('?after=90');
    expect(screen.getByText('More than 10,000 people')).toBeInTheDocument();
  });

  it('returns to the first page when the current page no longer exists', async () => {
    const { router } = renderPeople(
      { 'GET /api/people': ({ query }) => (query['before'] === undefined ? page : { ...page, people: [] }) },
      '/people?before=1',
    );
    expect(await screen.findByRole('row', { name: /@rosa/ })).toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });

  it('suggests a next step when there are no people, and shows a message when nobody matches', async () => {
    const { unmount } = renderPeople({ 'GET /api/people': nobody });
    expect(await screen.findByRole('link', { name: 'Go to your lists' })).toHaveAttribute('href', '/lists');
    unmount();
    renderPeople({ 'GET /api/people': nobody }, '/people?state=failed');
    expect(await screen.findByText('No people found')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    const { userEvents, api } = renderPeople({ 'GET /api/people': new Error('down') });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.set({ 'GET /api/people': page });
    await userEvents.click(retry);
    expect(await screen.findByRole('row', { name: /@rosa/ })).toBeInTheDocument();
  });

  it('exports people to a file, with the current filter applied', async () => {
    const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:people';
    URL.revokeObjectURL = () => undefined;
    const { userEvents, api } = renderPeople({ 'GET /api/people/export': new Response('x') }, '/people?state=failed');
    await userEvents.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvents.click(await menuItem('Excel file'));
    expect(await screen.findByText('People exported (1 KB)')).toBeInTheDocument();
    expect(api.of('GET /api/people/export')[0]?.query).toEqual({ state: 'failed', format: 'xlsx', timezone: timeZone });
    expect(link.mock.contexts[0]).toMatchObject({ download: 'people.xlsx' });
    link.mockRestore();
  });
});

describe('saved filters', () => {
  it('are applied when they are chosen in the menu', async () => {
    const { userEvents, router } = renderPeople();
    await userEvents.click(await screen.findByRole('button', { name: 'Saved filters' }));
    await userEvents.click(await menuItem('New bakers'));
    expect(router.state.location.search).toBe('?state=never_contacted&list=1');
  });

  it('can be created from the current filter', async () => {
    const { userEvents, api } = renderPeople(
      { 'POST /api/saved-filters': { saved_filter: saved } },
      '/people?state=failed&days=30',
    );
    await userEvents.click(await screen.findByRole('button', { name: 'Saved filters' }));
    await userEvents.click(await menuItem('Save this filter…'));
    const form = within(await screen.findByRole('dialog', { name: 'Save this filter' }));
    await userEvents.click(form.getByRole('button', { name: 'Save filter' }));
    expect(await form.findByText('Enter a name')).toBeInTheDocument();
    await userEvents.type(form.getByRole('textbox', { name: 'Name' }), 'Failed lately');
    await userEvents.click(form.getByRole('button', { name: 'Save filter' }));
    expect(await screen.findByText('Filter saved')).toBeInTheDocument();
    expect(api.of('POST /api/saved-filters')[0]?.body).toEqual({
      name: 'Failed lately',
      filter: { state: 'failed', days: 30 },
    });
  });

  it('can be renamed and deleted, and come back with Undo', async () => {
    const { userEvents, api } = renderPeople({
      'PUT /api/saved-filters/:id': { saved_filter: saved },
      'DELETE /api/saved-filters/:id': { success: true },
      'POST /api/saved-filters': { saved_filter: saved },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Saved filters' }));
    await userEvents.click(await menuItem('Rename or delete…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved filters' }));
    await userEvents.type(dialog.getByRole('textbox', { name: 'Name of New bakers' }), '!');
    await userEvents.click(dialog.getByRole('button', { name: 'Rename New bakers' }));
    expect(await screen.findByText('Filter renamed')).toBeInTheDocument();
    expect(api.of('PUT /api/saved-filters/:id')[0]?.body).toEqual({ name: 'New bakers!', filter: saved.filter });
    await userEvents.click(dialog.getByRole('button', { name: 'Delete New bakers' }));
    expect(await screen.findByText('Saved filter “New bakers” deleted')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.of('POST /api/saved-filters')).toHaveLength(1));
  });

  it('keep keyboard focus in their dialog when a filter is deleted', async () => {
    const { userEvents, api } = renderPeople({ 'DELETE /api/saved-filters/:id': { success: true } });
    await userEvents.click(await screen.findByRole('button', { name: 'Saved filters' }));
    await userEvents.click(await menuItem('Rename or delete…'));
    const dialog = await screen.findByRole('dialog', { name: 'Saved filters' });
    api.set({ 'GET /api/saved-filters': { saved_filters: [] } });
    await userEvents.click(within(dialog).getByRole('button', { name: 'Delete New bakers' }));
    await waitFor(() => expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument());
    await waitFor(() => expect(dialog).toHaveFocus());
  });

  it('can be reached by keyboard', async () => {
    const { userEvents, router } = renderPeople();
    (await screen.findByRole('button', { name: 'Saved filters' })).focus();
    await userEvents.keyboard('{Enter}');
    await menuItem('New bakers');
    await waitFor(() => expect(document.activeElement).toHaveTextContent('New bakers'));
    await userEvents.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?state=never_contacted&list=1'));
  });
});
