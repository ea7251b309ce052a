import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildList, buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { buildPeopleChange, buildPerson } from '../testing/people-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import PeoplePage from './people.page.tsx';

const vip = { id: 3, name: 'VIP' };
const rosa = buildPerson({ note: 'Wants the catalog', tags: [vip, { id: 4, name: 'Baker' }], is_do_not_contact: true });
const mara = buildPerson({
  id: 2,
  username: 'mara',
  lists: [],
  list_count: 0,
  last_contacted_at: null,
  last_profile_name: null,
  outcome: null,
});
const page = { people: [rosa, mara], total: { count: 2, is_more: false }, next_before: null, previous_after: null };
const nobody = { ...page, people: [], total: { count: 0, is_more: false } };
const saved = {
  id: 9,
  name: 'New bakers',
  filter: { list_id: 1, state: 'never_contacted' as const },
  created_at: rosa.created_at,
};

function renderPeople(replies: Replies = {}, url = '/people', user = buildUser()) {
  return renderScreen(<PeoplePage />, {
    url,
    user,
    replies: {
      'GET /api/people': page,
      'GET /api/people-changes': { changes: [], pagination: paginationOf(0) },
      'GET /api/tags': { tags: [{ ...vip, people: { count: 1, is_more: false } }] },
      'GET /api/saved-filters': { saved_filters: [saved] },
      'GET /api/lists': { lists: [buildList(), buildList({ id: 2, name: 'Kites' })] },
      ...replies,
    },
  });
}

type View = ReturnType<typeof renderPeople>;

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const menuItem = (name: string) => screen.findByRole('menuitem', { name, hidden: true });

/**
 * Opens a field's dropdown and picks an option. Only searches this field's dropdown, because other fields have options with the same names.
 */
async function pick({ hands }: View, field: HTMLElement, option: string): Promise<void> {
  await hands.click(field);
  const choices = document.querySelector<HTMLElement>(`[id="${field.getAttribute('aria-controls') ?? ''}"]`);
  if (choices === null) throw new Error('The field has no list of choices');
  await hands.click(await within(choices).findByRole('option', { name: option, hidden: true }));
}

async function choose(view: View, filter: string, option: string): Promise<void> {
  await pick(view, await screen.findByRole('combobox', { name: filter }), option);
}

async function selectBoth({ hands }: View): Promise<void> {
  await screen.findByRole('row', { name: /@rosa/ });
  await hands.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
}

describe('people', () => {
  it('have one row each, with lists, last contact, account, outcome, tags, note and mark', async () => {
    renderPeople();
    const row = await rowOf(/@rosa/);
    expect(row.getByRole('link', { name: '@rosa' })).toHaveAttribute('href', '/people/rosa');
    expect(row.getByRole('img', { name: 'Do not contact' })).toBeInTheDocument();
    expect(row.getByText('Wants the catalog')).toBeInTheDocument();
    // Each link is rendered twice: in its own column, and below the name for phones. CSS hides one of them.
    for (const link of row.getAllByRole('link', { name: 'Bakers' })) expect(link).toHaveAttribute('href', '/lists/1');
    expect(row.getByRole('cell', { name: 'studio' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: 'Sent' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: /VIP.*\+1/ })).toBeInTheDocument();
    const other = await rowOf(/@mara/);
    expect(other.getByRole('cell', { name: 'Never' })).toBeInTheDocument();
    expect(other.getByRole('cell', { name: 'Not on any list' })).toBeInTheDocument();
    expect(other.queryByRole('img', { name: 'Do not contact' })).not.toBeInTheDocument();
    expect(screen.getByText('2 people')).toBeInTheDocument();
  });

  it('are filtered by the URL', async () => {
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

  it('are not filtered by invalid values in the URL', async () => {
    const { api } = renderPeople({}, '/people?state=odd&tag=x&list=-1&days=0&since=today&before=x');
    await screen.findByRole('row', { name: /@rosa/ });
    expect(api.of('GET /api/people')[0]?.query).toEqual({ limit: '50' });
  });

  it('keep a chosen filter in the URL, and start again from the first page', async () => {
    const view = renderPeople({}, '/people?before=40');
    await screen.findByRole('row', { name: /@rosa/ });
    await choose(view, 'State', 'Never contacted');
    expect(view.router.state.location.search).toBe('?state=never_contacted');
    await choose(view, 'Time', 'Last 7 days');
    expect(view.router.state.location.search).toBe('?state=never_contacted&days=7');
    await view.hands.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(view.router.state.location.search).toBe('');
  });

  it('are shown page by page, and counted up to a limit', async () => {
    const { hands, api, router } = renderPeople({
      'GET /api/people': { ...page, total: { count: 10_000, is_more: true }, next_before: 40, previous_after: 90 },
    });
    await hands.click(await screen.findByRole('button', { name: 'Next page' }));
    expect(router.state.location.search).toBe('?before=40');
    await waitFor(() => expect(api.of('GET /api/people').at(-1)?.query).toEqual({ before: '40', limit: '50' }));
    await hands.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(router.state.location.search).toBe('?after=90');
    expect(screen.getByText('More than 10,000 people')).toBeInTheDocument();
  });

  it('return to the first page when the current one no longer exists', async () => {
    const { router } = renderPeople(
      { 'GET /api/people': ({ query }) => (query['before'] === undefined ? page : { ...page, people: [] }) },
      '/people?before=1',
    );
    expect(await screen.findByRole('row', { name: /@rosa/ })).toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });

  it('offer a next step when there is nobody, and say when nobody matches', async () => {
    const { unmount } = renderPeople({ 'GET /api/people': nobody });
    expect(await screen.findByRole('link', { name: 'Go to your lists' })).toHaveAttribute('href', '/lists');
    unmount();
    renderPeople({ 'GET /api/people': nobody }, '/people?state=failed');
    expect(await screen.findByText('No people found')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    const { hands, api } = renderPeople({ 'GET /api/people': new Error('down') });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.set({ 'GET /api/people': page });
    await hands.click(retry);
    expect(await screen.findByRole('row', { name: /@rosa/ })).toBeInTheDocument();
  });

  it('are exported to a file, with the current filter applied', async () => {
    const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:people';
    URL.revokeObjectURL = () => undefined;
    const { hands, api } = renderPeople({ 'GET /api/people/export': new Response('x') }, '/people?state=failed');
    await hands.click(await screen.findByRole('button', { name: 'Export' }));
    await hands.click(await menuItem('Excel file'));
    expect(await screen.findByText('People exported (1 KB)')).toBeInTheDocument();
    expect(api.of('GET /api/people/export')[0]?.query).toEqual({ state: 'failed', format: 'xlsx' });
    expect(link.mock.contexts[0]).toMatchObject({ download: 'people.xlsx' });
    link.mockRestore();
  });
});

describe('saved filters', () => {
  it('show the people they were saved for', async () => {
    const { hands, router } = renderPeople();
    await hands.click(await screen.findByRole('button', { name: 'Saved filters' }));
    await hands.click(await menuItem('New bakers'));
    expect(router.state.location.search).toBe('?state=never_contacted&list=1');
  });

  it('store the current filter under a name', async () => {
    const { hands, api } = renderPeople(
      { 'POST /api/saved-filters': { saved_filter: saved } },
      '/people?state=failed&days=30',
    );
    await hands.click(await screen.findByRole('button', { name: 'Saved filters' }));
    await hands.click(await menuItem('Save this filter…'));
    const form = within(await screen.findByRole('dialog', { name: 'Save this filter' }));
    await hands.click(form.getByRole('button', { name: 'Save filter' }));
    expect(await form.findByText('Enter a name')).toBeInTheDocument();
    await hands.type(form.getByRole('textbox', { name: 'Name' }), 'Failed lately');
    await hands.click(form.getByRole('button', { name: 'Save filter' }));
    expect(await screen.findByText('Filter saved')).toBeInTheDocument();
    expect(api.of('POST /api/saved-filters')[0]?.body).toEqual({
      name: 'Failed lately',
      filter: { state: 'failed', days: 30 },
    });
  });

  it('are renamed and deleted, and come back with Undo', async () => {
    const { hands, api } = renderPeople({
      'PUT /api/saved-filters/:id': { saved_filter: saved },
      'DELETE /api/saved-filters/:id': { success: true },
      'POST /api/saved-filters': { saved_filter: saved },
    });
    await hands.click(await screen.findByRole('button', { name: 'Saved filters' }));
    await hands.click(await menuItem('Rename or delete…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved filters' }));
    await hands.type(dialog.getByRole('textbox', { name: 'Name of New bakers' }), '!');
    await hands.click(dialog.getByRole('button', { name: 'Rename New bakers' }));
    expect(await screen.findByText('Filter renamed')).toBeInTheDocument();
    expect(api.of('PUT /api/saved-filters/:id')[0]?.body).toEqual({ name: 'New bakers!', filter: saved.filter });
    await hands.click(dialog.getByRole('button', { name: 'Delete New bakers' }));
    expect(await screen.findByText('Saved filter “New bakers” deleted')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.of('POST /api/saved-filters')).toHaveLength(1));
  });

  it('can be reached by keyboard', async () => {
    const { hands, router } = renderPeople();
    (await screen.findByRole('button', { name: 'Saved filters' })).focus();
    await hands.keyboard('{Enter}');
    await menuItem('New bakers');
    await waitFor(() => expect(document.activeElement).toHaveTextContent('New bakers'));
    await hands.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?state=never_contacted&list=1'));
  });
});

describe('selected people', () => {
  it('are tagged, which can be undone', async () => {
    const view = renderPeople({
      'POST /api/people-changes': { change: buildPeopleChange() },
      'POST /api/people-changes/:id/undo': { change: buildPeopleChange({ status: 'undone' }) },
    });
    const { hands, api } = view;
    await selectBoth(view);
    expect(screen.getByText('2 people selected')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Tag…' }));
    const form = within(await screen.findByRole('dialog', { name: 'Tag people' }));
    await hands.click(form.getByRole('button', { name: 'Tag 2 people' }));
    expect(await form.findByText('Enter a tag')).toBeInTheDocument();
    await hands.type(form.getByRole('combobox', { name: 'Tag' }), 'VIP');
    await hands.click(form.getByRole('button', { name: 'Tag 2 people' }));
    expect(await screen.findByText('Tagged 2 people “VIP”')).toBeInTheDocument();
    expect(api.of('POST /api/people-changes')[0]?.body).toEqual({
      scope: { usernames: ['rosa', 'mara'] },
      change: { type: 'tag', tag: 'VIP' },
    });
    expect(screen.queryByText('2 people selected')).not.toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
  });

  it('can be everyone who matches, even beyond this page', async () => {
    const view = renderPeople(
      {
        'GET /api/people': { ...page, total: { count: 1204, is_more: false }, next_before: 40 },
        'POST /api/people-changes/count': { count: 1204 },
        'POST /api/people-changes': { change: buildPeopleChange() },
      },
      '/people?state=failed',
    );
    const { hands, api } = view;
    await selectBoth(view);
    await hands.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    expect(screen.getByText('1,204 people selected')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await hands.click(await screen.findByRole('button', { name: 'Never contact 1,204 people' }));
    await waitFor(() => expect(api.of('POST /api/people-changes')).toHaveLength(1));
    expect(api.of('POST /api/people-changes')[0]?.body).toEqual({
      scope: { people: { state: 'failed' } },
      change: { type: 'do_not_contact' },
    });
  });

  it('are no longer everyone when the filter changes or one is deselected', async () => {
    const view = renderPeople({ 'GET /api/people': { ...page, total: { count: 1204, is_more: false } } });
    const { hands } = view;
    await selectBoth(view);
    await hands.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    await hands.click(screen.getByRole('checkbox', { name: 'Select mara' }));
    expect(screen.getByText('1 person selected')).toBeInTheDocument();
    await hands.click(screen.getByRole('checkbox', { name: 'Select mara' }));
    await hands.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    await choose(view, 'State', 'Failed');
    await waitFor(() => expect(screen.queryByText('1,204 people selected')).not.toBeInTheDocument());
  });

  it('stay selected when the filter changes if they were selected one by one', async () => {
    const view = renderPeople();
    await view.hands.click(await screen.findByRole('checkbox', { name: 'Select mara' }));
    await choose(view, 'State', 'Failed');
    await waitFor(() => expect(view.router.state.location.search).toBe('?state=failed'));
    expect(screen.getByText('1 person selected')).toBeInTheDocument();
  });

  it.each([
    ['Add to list…', 'Add 2 people', { type: 'add_to_list', list_id: 2 }, ['List', 'Kites']],
    ['Set status…', 'Update 2 people', { type: 'set_status', status: 'failed' }, ['Status', 'Failed']],
  ])('can be changed with %s', async (button, submit, change, [field = '', option = '']) => {
    const view = renderPeople({ 'POST /api/people-changes': { change: buildPeopleChange() } });
    const { hands, api } = view;
    await selectBoth(view);
    await hands.click(screen.getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog'));
    await pick(view, dialog.getByRole('combobox', { name: field }), option);
    await hands.click(dialog.getByRole('button', { name: submit }));
    await waitFor(() => expect(api.of('POST /api/people-changes')[0]?.body).toMatchObject({ change }));
  });

  it.each([
    ['Remove tag…', 'Remove the tag from 2 people', { type: 'untag', tag: 'VIP' }, ['Tag', 'VIP']],
    ['Remove from lists…', 'Remove 2 people', { type: 'remove_from_list', list_id: 1 }, ['List', 'Bakers']],
  ])('can be changed with %s in the menu', async (item, submit, change, [field = '', option = '']) => {
    const view = renderPeople({ 'POST /api/people-changes': { change: buildPeopleChange() } });
    const { hands, api } = view;
    await selectBoth(view);
    await hands.click(screen.getByRole('button', { name: 'More' }));
    await hands.click(await menuItem(item));
    const dialog = within(await screen.findByRole('dialog'));
    await pick(view, dialog.getByRole('combobox', { name: field }), option);
    await hands.click(dialog.getByRole('button', { name: submit }));
    await waitFor(() => expect(api.of('POST /api/people-changes')[0]?.body).toMatchObject({ change }));
  });

  it('can only be marked as do not contact without a subscription', async () => {
    const view = renderPeople({}, '/people', buildUser({ subscription_end_date: '2020-01-01' }));
    await selectBoth(view);
    expect(screen.getByRole('button', { name: 'Tag…' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Do not contact…' })).toBeEnabled();
  });

  it('stay selected when the server refuses', async () => {
    const view = renderPeople({ 'POST /api/people-changes': new Failure(409, { error: 'The tide is out.' }) });
    await selectBoth(view);
    await view.hands.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await view.hands.click(await screen.findByRole('button', { name: 'Never contact 2 people' }));
    expect(await screen.findByText('The tide is out.')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Do not contact' })).toBeInTheDocument();
    expect(screen.getByText('2 people selected')).toBeInTheDocument();
  });

  it('are named when a message to them may be on its way', async () => {
    const change = { type: 'do_not_contact', tag: null, list: null, status: null, reason: null } as const;
    const view = renderPeople({
      'POST /api/people-changes': { change: buildPeopleChange({ change, in_flight: ['rosa'] }) },
    });
    await selectBoth(view);
    await view.hands.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await view.hands.click(await screen.findByRole('button', { name: 'Never contact 2 people' }));
    expect(await screen.findByText('A message to @rosa may be on its way.')).toBeInTheDocument();
    expect(screen.getByText('Added 2 people to Do not contact')).toBeInTheDocument();
  });
});

describe('a long change', () => {
  const running = buildPeopleChange({ status: 'running', total: 12_000, done: 3400, finished_at: null });

  it('shows its progress, even after a reload, and says how it ended', async () => {
    const { api } = renderPeople({
      'GET /api/people-changes': { changes: [running], pagination: paginationOf(1) },
    });
    expect(await screen.findByRole('progressbar', { name: 'Tagging people “VIP”' })).toBeInTheDocument();
    expect(screen.getByText('3,400 of 12,000 people')).toBeInTheDocument();
    api.set({
      'GET /api/people-changes': {
        changes: [buildPeopleChange({ changed: 11_990, left_out: [{ reason: 'already_so', count: 10 }] })],
        pagination: paginationOf(1),
      },
    });
    expect(await screen.findByText('Tagged 11,990 people “VIP”; 10 needed no change')).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('can be canceled', async () => {
    const { hands, api } = renderPeople({
      'GET /api/people-changes': { changes: [running], pagination: paginationOf(1) },
      'DELETE /api/people-changes/:id': { change: { ...running, status: 'canceled' } },
    });
    await hands.click(await screen.findByRole('button', { name: 'Cancel: Tagging people “VIP”' }));
    await waitFor(() => expect(api.of('DELETE /api/people-changes/:id')).toHaveLength(1));
  });

  it('can be undone later', async () => {
    const { hands, api } = renderPeople({
      'GET /api/people-changes': { changes: [buildPeopleChange()], pagination: paginationOf(1) },
      'POST /api/people-changes/:id/undo': { change: buildPeopleChange({ status: 'undone' }) },
    });
    await hands.click(await screen.findByRole('button', { name: 'Recent changes' }));
    await hands.click(await screen.findByRole('button', { name: 'Undo: Tagged 2 people “VIP”' }));
    await waitFor(() => expect(api.of('POST /api/people-changes/:id/undo')[0]?.params).toEqual({ id: '1' }));
  });
});
