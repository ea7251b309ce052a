import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser, paginationOf } from '../testing/builders.ts';
import { Failure } from '../testing/fake-api.ts';
import { buildPeopleChange } from '../testing/people-builders.ts';
import { choose, menuItem, page, pick, renderPeople, selectBoth } from '../testing/people-screen.tsx';

/** Selects both people and opens the dialog that tags them. */
async function openTagForm(view: ReturnType<typeof renderPeople>) {
  await selectBoth(view);
  expect(screen.getByText('2 people selected')).toBeInTheDocument();
  await view.userEvents.click(screen.getByRole('button', { name: 'Tag…' }));
  return within(await screen.findByRole('dialog', { name: 'Tag people' }));
}

describe('selected people', () => {
  it('are tagged, and the change can be undone', async () => {
    const view = renderPeople({
      'POST /api/people-changes': { change: buildPeopleChange() },
      'POST /api/people-changes/:id/undo': { change: buildPeopleChange({ status: 'undone' }) },
    });
    const { userEvents, api } = view;
    const form = await openTagForm(view);
    await userEvents.click(form.getByRole('button', { name: 'Tag 2 people' }));
    expect(await form.findByText('Enter a tag')).toBeInTheDocument();
    await userEvents.type(form.getByRole('combobox', { name: 'Tag' }), 'VIP');
    await userEvents.click(form.getByRole('button', { name: 'Tag 2 people' }));
    expect(await screen.findByText('Tagged 2 people with “VIP”')).toBeInTheDocument();
    expect(api.of('POST /api/people-changes')[0]?.body).toEqual({
      scope: { usernames: ['rosa', 'mara'] },
      change: { type: 'tag', tag: 'VIP' },
    });
    expect(screen.queryByText('2 people selected')).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
  });

  it('are not reported as restored if the user cancels the undo', async () => {
    const view = renderPeople({
      'POST /api/people-changes': { change: buildPeopleChange() },
      'POST /api/people-changes/:id/undo': { change: buildPeopleChange({ status: 'canceled' }) },
    });
    const { userEvents, api } = view;
    const form = await openTagForm(view);
    await userEvents.type(form.getByRole('combobox', { name: 'Tag' }), 'VIP{Enter}');
    await userEvents.click(form.getByRole('button', { name: 'Tag 2 people' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    const before = api.of('GET /api/people').length;
    await userEvents.click(undo);
    // The page refetches the people once the undo is over.
    await waitFor(() => expect(api.of('GET /api/people').length).toBeGreaterThan(before));
    expect(screen.queryByText('Undone')).not.toBeInTheDocument();
    expect(screen.queryByText('Failed to undo this')).not.toBeInTheDocument();
  });

  it('stay selected in a dialog that was opened before an earlier change was answered', async () => {
    const answer = Promise.withResolvers<{ change: ReturnType<typeof buildPeopleChange> }>();
    const view = renderPeople({ 'POST /api/people-changes': () => answer.promise });
    await selectBoth(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await view.userEvents.click(await screen.findByRole('button', { name: 'Never contact 2 people' }));
    await view.userEvents.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await view.userEvents.click(screen.getByRole('button', { name: 'Tag…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tag people' });
    answer.resolve({ change: buildPeopleChange() });
    expect(await screen.findByText('Tagged 2 people with “VIP”')).toBeInTheDocument();
    expect(dialog).toBeInTheDocument();
    expect(screen.getByText('2 people selected')).toBeInTheDocument();
  });

  it('can be everyone who matches the filter, not just the people on this page', async () => {
    const view = renderPeople(
      {
        'GET /api/people': { ...page, total: { count: 1204, is_more: false }, next_before: 40 },
        'POST /api/people-changes/count': { count: 1204 },
        'POST /api/people-changes': { change: buildPeopleChange() },
      },
      '/people?state=failed',
    );
    const { userEvents, api } = view;
    await selectBoth(view);
    await userEvents.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    expect(screen.getByText('1,204 people selected')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Never contact 1,204 people' }));
    await waitFor(() => expect(api.of('POST /api/people-changes')).toHaveLength(1));
    expect(api.of('POST /api/people-changes')[0]?.body).toEqual({
      scope: { people: { state: 'failed' } },
      change: { type: 'do_not_contact' },
    });
  });

  it('are counted again each time a dialog opens, and can’t be changed before that', async () => {
    const view = renderPeople({
      'GET /api/people': { ...page, total: { count: 1204, is_more: false }, next_before: 40 },
      'POST /api/people-changes/count': { count: 1204 },
    });
    const { userEvents, api } = view;
    await selectBoth(view);
    await userEvents.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    await userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    expect(await screen.findByRole('button', { name: 'Never contact 1,204 people' })).toBeEnabled();
    await userEvents.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const answer = Promise.withResolvers<{ count: number }>();
    api.set({ 'POST /api/people-changes/count': () => answer.promise });
    await userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    expect(await screen.findByRole('button', { name: 'Counting…' })).toBeDisabled();
    answer.resolve({ count: 9 });
    expect(await screen.findByRole('button', { name: 'Never contact 9 people' })).toBeEnabled();
  });

  it('stop including everyone who matches when the filter changes or one person is deselected', async () => {
    const view = renderPeople({ 'GET /api/people': { ...page, total: { count: 1204, is_more: false } } });
    const { userEvents } = view;
    await selectBoth(view);
    await userEvents.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select mara' }));
    expect(screen.getByText('1 person selected')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select mara' }));
    await userEvents.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    await choose(view, 'State', 'Failed');
    await waitFor(() => expect(screen.queryByText('1,204 people selected')).not.toBeInTheDocument());
  });

  it('stay selected when the filter changes if they were selected one by one', async () => {
    const view = renderPeople();
    await view.userEvents.click(await screen.findByRole('checkbox', { name: 'Select mara' }));
    await choose(view, 'State', 'Failed');
    await waitFor(() => expect(view.router.state.location.search).toBe('?state=failed'));
    expect(screen.getByText('1 person selected')).toBeInTheDocument();
  });

  it.each([
    ['Add to list…', 'Add 2 people', { type: 'add_to_list', list_id: 2 }, ['List', 'Kites']],
    ['Set status…', 'Update 2 people', { type: 'set_status', status: 'failed' }, ['Status', 'Failed']],
  ])('can be changed with %s', async (button, submit, change, [field = '', option = '']) => {
    const view = renderPeople({ 'POST /api/people-changes': { change: buildPeopleChange() } });
    const { userEvents, api } = view;
    await selectBoth(view);
    await userEvents.click(screen.getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog'));
    await pick(view, dialog.getByRole('combobox', { name: field }), option);
    await userEvents.click(dialog.getByRole('button', { name: submit }));
    await waitFor(() => expect(api.of('POST /api/people-changes')[0]?.body).toMatchObject({ change }));
  });

  it.each([
    ['Remove tag…', 'Remove the tag from 2 people', { type: 'untag', tag: 'VIP' }, ['Tag', 'VIP']],
    ['Remove from lists…', 'Remove 2 people', { type: 'remove_from_list', list_id: 1 }, ['List', 'Bakers']],
  ])('can be changed with %s in the menu', async (item, submit, change, [field = '', option = '']) => {
    const view = renderPeople({ 'POST /api/people-changes': { change: buildPeopleChange() } });
    const { userEvents, api } = view;
    await selectBoth(view);
    await userEvents.click(screen.getByRole('button', { name: 'More' }));
    await userEvents.click(await menuItem(item));
    const dialog = within(await screen.findByRole('dialog'));
    await pick(view, dialog.getByRole('combobox', { name: field }), option);
    await userEvents.click(dialog.getByRole('button', { name: submit }));
    await waitFor(() => expect(api.of('POST /api/people-changes')[0]?.body).toMatchObject({ change }));
  });

  it('stay on their lists when Enter is pressed in the list field, which only opens the options', async () => {
    const view = renderPeople({ 'POST /api/people-changes': { change: buildPeopleChange() } });
    await selectBoth(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'More' }));
    await view.userEvents.click(await menuItem('Remove from lists…'));
    const field = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'List' });
    await waitFor(() => expect(field).toHaveFocus());
    await view.userEvents.keyboard('{Enter}');
    expect(field).toHaveAttribute('aria-expanded', 'true');
    expect(view.api.of('POST /api/people-changes')).toHaveLength(0);
  });

  it.each([
    ['Remove tag…', 'Tag', 'No tag found'],
    ['Remove from lists…', 'List', 'No list found'],
  ])('have a dialog for %s, which shows a message if nothing matches what was typed', async (item, field, text) => {
    const view = renderPeople();
    await selectBoth(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'More' }));
    await view.userEvents.click(await menuItem(item));
    const dialog = within(await screen.findByRole('dialog'));
    await view.userEvents.type(dialog.getByRole('combobox', { name: field }), 'zzz');
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('can be marked as do not contact without a subscription, but not changed in any other way', async () => {
    const view = renderPeople({}, '/people', buildUser({ subscription_end_date: '2020-01-01' }));
    await selectBoth(view);
    for (const name of ['Tag…', 'Add to list…', 'Set status…'])
      expect(screen.getByRole('button', { name })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Do not contact…' })).toBeEnabled();
    await view.userEvents.click(screen.getByRole('button', { name: 'More' }));
    expect(await menuItem('Remove tag…')).toBeDisabled();
    expect(await menuItem('Remove from lists…')).toBeDisabled();
  });

  it('are not changed if the reason is too long', async () => {
    const view = renderPeople();
    await selectBoth(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await view.userEvents.click(await screen.findByRole('textbox', { name: 'Reason' }));
    await view.userEvents.paste('a'.repeat(501));
    await view.userEvents.click(screen.getByRole('button', { name: 'Never contact 2 people' }));
    expect(screen.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    expect(view.api.of('POST /api/people-changes')).toHaveLength(0);
  });

  it('have a dialog that asks before discarding the reason', async () => {
    const view = renderPeople();
    await selectBoth(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await view.userEvents.type(await screen.findByRole('textbox', { name: 'Reason' }), 'They asked by phone');
    await view.userEvents.keyboard('{Escape}');
    expect(await screen.findByText('Discard what you typed?')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('They asked by phone');
  });

  it('stay selected when the server refuses the change', async () => {
    const view = renderPeople({ 'POST /api/people-changes': new Failure(409, { error: 'The tide is out.' }) });
    await selectBoth(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await view.userEvents.click(await screen.findByRole('button', { name: 'Never contact 2 people' }));
    expect(await screen.findByText('The tide is out.')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Do not contact' })).toBeInTheDocument();
    expect(screen.getByText('2 people selected')).toBeInTheDocument();
  });

  it('are listed by name if a message to them may be on its way', async () => {
    const change = { type: 'do_not_contact', tag: null, list: null, status: null, reason: null } as const;
    const view = renderPeople({
      'POST /api/people-changes': { change: buildPeopleChange({ change, in_flight: ['rosa'] }) },
    });
    await selectBoth(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    await view.userEvents.click(await screen.findByRole('button', { name: 'Never contact 2 people' }));
    expect(await screen.findByText('A message to @rosa may be on its way.')).toBeInTheDocument();
    expect(screen.getByText('Added 2 people to Do not contact')).toBeInTheDocument();
  });
});

describe('a long-running change', () => {
  const running = buildPeopleChange({ status: 'running', total: 12_000, done: 3400, finished_at: null });

  it('shows its progress, even after a reload, and then its outcome', async () => {
    const { api } = renderPeople({
      'GET /api/people-changes': { changes: [running], pagination: paginationOf(1) },
    });
    expect(await screen.findByRole('progressbar', { name: 'Tagging people with “VIP”' })).toBeInTheDocument();
    expect(screen.getByText('3,400 of 12,000 people')).toBeInTheDocument();
    api.set({
      'GET /api/people-changes': {
        changes: [buildPeopleChange({ changed: 11_990, left_out: [{ reason: 'already_so', count: 10 }] })],
        pagination: paginationOf(1),
      },
    });
    expect(await screen.findByText('Tagged 11,990 people with “VIP”; 10 needed no change')).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('is announced even if it ends before the page has loaded its progress', async () => {
    const change = { type: 'do_not_contact', tag: null, list: null, status: null, reason: null } as const;
    const view = renderPeople({ 'POST /api/people-changes': { change: { ...running, change } } });
    await selectBoth(view);
    await view.userEvents.click(screen.getByRole('button', { name: 'Do not contact…' }));
    const ended = buildPeopleChange({ change, changed: 600, in_flight: ['rosa'] });
    view.api.set({ 'GET /api/people-changes': { changes: [ended], pagination: paginationOf(1) } });
    await view.userEvents.click(await screen.findByRole('button', { name: 'Never contact 2 people' }));
    expect(await screen.findByText('Added 600 people to Do not contact')).toBeInTheDocument();
    expect(screen.getByText('A message to @rosa may be on its way.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });

  it('can be canceled', async () => {
    const { userEvents, api } = renderPeople({
      'GET /api/people-changes': { changes: [running], pagination: paginationOf(1) },
      'DELETE /api/people-changes/:id': { change: { ...running, status: 'canceled' } },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Cancel: Tagging people with “VIP”' }));
    await waitFor(() => expect(api.of('DELETE /api/people-changes/:id')).toHaveLength(1));
  });

  it('doesn’t say that people no longer exist, because it also leaves out people who no longer match', async () => {
    const left_out = [{ reason: 'gone' as const, count: 2 }];
    const { api } = renderPeople({ 'GET /api/people-changes': { changes: [running], pagination: paginationOf(1) } });
    await screen.findByRole('progressbar', { name: 'Tagging people with “VIP”' });
    api.set({
      'GET /api/people-changes': { changes: [buildPeopleChange({ left_out })], pagination: paginationOf(1) },
    });
    const text = 'Tagged 2 people with “VIP”; 2 could no longer be changed';
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('is still listed with its outcome while it is being undone', async () => {
    const undoing = buildPeopleChange({ status: 'undoing', undo: { ...buildPeopleChange().undo, is_possible: false } });
    const { userEvents } = renderPeople({
      'GET /api/people-changes': { changes: [undoing], pagination: paginationOf(1) },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Recent changes' }));
    expect(await screen.findByRole('row', { name: /Tagged 2 people with “VIP”.*Being undone/ })).toBeInTheDocument();
  });

  it('can be undone later', async () => {
    const { userEvents, api } = renderPeople({
      'GET /api/people-changes': { changes: [buildPeopleChange()], pagination: paginationOf(1) },
      'POST /api/people-changes/:id/undo': { change: buildPeopleChange({ status: 'undone' }) },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Recent changes' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Undo: Tagged 2 people with “VIP”' }));
    await waitFor(() => expect(api.of('POST /api/people-changes/:id/undo')[0]?.params).toEqual({ id: '1' }));
  });
});
