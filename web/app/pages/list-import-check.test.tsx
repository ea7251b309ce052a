import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildImport, buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { currentStep, importsOf, renderListImport } from '../testing/list-import-screen.tsx';

describe('a checked import', () => {
  const row = {
    line: 2,
    given: '@rosa',
    username: 'rosa',
    values: { city: 'Porto' },
    fate: 'new' as const,
    problem: null,
    reason: null,
  };
  const rows = { rows: [row], pagination: paginationOf(1, 20) };
  const withRows: Replies = { 'GET /api/imports/:id/rows': rows };

  it('shows how many rows have each fate, and lists the rows with one fate', async () => {
    const { api, userEvents } = renderListImport({
      ...withRows,
      'GET /api/imports': importsOf(buildImport({ variables: ['city'] })),
    });
    expect(await screen.findByRole('heading', { name: '4 people will be added' })).toBeInTheDocument();
    const fates = within(screen.getByRole('table', { name: 'What happens to the rows' })).getAllByRole('row');
    expect(fates[1]).toHaveTextContent('New4Added');
    expect(fates[5]).toHaveTextContent('Do not contact1Never added');
    const table = within(screen.getByRole('region', { name: 'Rows' }));
    // On narrow screens, the person and the values are shown under the name in the file instead of in their columns.
    expect(await table.findByRole('rowheader', { name: /city: Porto/ })).toHaveTextContent('@rosa@rosacity: Porto');
    const cells = table.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(['2', '@rosa', 'New', 'city: Porto']);
    await userEvents.click(screen.getByRole('combobox', { name: 'Rows shown' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Can’t be imported (1)' }));
    await waitFor(() => expect(api.of('GET /api/imports/:id/rows').at(-1)?.query).toMatchObject({ fate: 'invalid' }));
  });

  it('adds people on other lists and people already contacted only when asked to', async () => {
    const { userEvents } = renderListImport({ ...withRows, 'GET /api/imports': importsOf(buildImport()) });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Also add people who are on other lists' }));
    expect(screen.getByRole('heading', { name: '6 people will be added' })).toBeInTheDocument();
    await userEvents.click(screen.getByRole('checkbox', { name: 'Add them anyway' }));
    expect(screen.getByRole('heading', { name: '7 people will be added' })).toBeInTheDocument();
  });

  it('can be checked again with a different number of days for "Contacted in the last"', async () => {
    const { api, userEvents } = renderListImport({
      ...withRows,
      'GET /api/imports': importsOf(buildImport()),
      'POST /api/imports/:id/check': { import: buildImport({ status: 'checking' }) },
    });
    const days = await screen.findByRole('textbox', { name: 'Contacted in the last (days)' });
    await userEvents.clear(days);
    expect(screen.getByText('Enter a number of days from 1 to 3,650')).toBeInTheDocument();
    await userEvents.type(days, '90');
    await userEvents.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() =>
      expect(api.of('POST /api/imports/:id/check')[0]?.body).toEqual({ rows: 10, contacted_days: 90 }),
    );
  });

  it('keeps what the user has chosen and typed while it is checked again', async () => {
    const { api, userEvents, socket } = renderListImport({
      ...withRows,
      'GET /api/imports': importsOf(buildImport({ variables: ['city'] })),
      'POST /api/imports/:id/check': { import: buildImport({ status: 'checking' }) },
    });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Also add people who are on other lists' }));
    await userEvents.click(screen.getByRole('checkbox', { name: 'Update their values' }));
    await userEvents.type(screen.getByRole('textbox', { name: /Where did you find these people/ }), 'A fair');
    await userEvents.type(screen.getByRole('textbox', { name: 'Contacted in the last (days)' }), '5');
    api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'checking' })) });
    await userEvents.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument());
    api.set({ 'GET /api/imports': importsOf(buildImport({ variables: ['city'] })) });
    socket.receive('import_update', { import_id: 5, list_id: 1, status: 'checked' });
    expect(await screen.findByRole('checkbox', { name: 'Also add people who are on other lists' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Update their values' })).toBeChecked();
    expect(screen.getByRole('textbox', { name: /Where did you find these people/ })).toHaveValue('A fair');
  });

  it('can still be discarded, but not checked again or started, after the subscription has ended', async () => {
    const user = buildUser({ subscription_end_date: '2020-01-01' });
    renderListImport({ ...withRows, 'GET /api/imports': importsOf(buildImport()) }, { user });
    expect(await screen.findByRole('button', { name: 'Import 4 people' })).toBeDisabled();
    expect(screen.getByRole('textbox', { name: 'Contacted in the last (days)' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Discard this import' })).toBeEnabled();
  });

  it('can’t be started until the user has entered where they found the people', async () => {
    const { api, userEvents } = renderListImport({
      ...withRows,
      'GET /api/imports': importsOf(buildImport()),
      'POST /api/imports/:id/start': { import: buildImport({ status: 'importing' }) },
    });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Also add people who are on other lists' }));
    expect(currentStep()).toContain('Check');
    const source = screen.getByRole('textbox', { name: /Where did you find these people/ });
    await userEvents.click(screen.getByRole('button', { name: 'Import 6 people' }));
    expect(screen.getByText('Enter where you found these people')).toBeInTheDocument();
    expect(source).toHaveFocus();
    await userEvents.click(source);
    await userEvents.paste('a'.repeat(501));
    await userEvents.click(screen.getByRole('button', { name: 'Import 6 people' }));
    expect(screen.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    expect(api.of('POST /api/imports/:id/start')).toHaveLength(0);
    await userEvents.clear(source);
    await userEvents.type(source, ' Followers of @harbor ');
    api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'importing', rows_done: 5, added: 3 })) });
    await userEvents.click(screen.getByRole('button', { name: 'Import 6 people' }));
    expect(await screen.findByText('5 of 10 rows done, 3 people added so far')).toBeInTheDocument();
    expect(api.of('POST /api/imports/:id/start')[0]?.body).toEqual({
      include: ['on_other_list'],
      update_values: false,
      source: 'Followers of @harbor',
    });
  });

  it('doesn’t ask for the source if the list already has a source', async () => {
    const list = { id: 1, name: 'Bakers', source: 'A fair' };
    const { api, userEvents } = renderListImport({
      ...withRows,
      'GET /api/imports': importsOf(buildImport({ list, variables: ['city'] })),
      'POST /api/imports/:id/start': new Failure(409, { error: 'This import has already started.' }),
    });
    expect(await screen.findByText('Where you found these people: A fair')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('checkbox', { name: 'Update their values' }));
    expect(screen.getByText('Values will be updated for up to 1 person.')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Import 4 people' }));
    expect(await screen.findByText('This import has already started.')).toBeInTheDocument();
    expect(api.of('POST /api/imports/:id/start')[0]?.body).toEqual({ include: [], update_values: true });
  });

  it('can be started just to update the values of people who are already on the list', async () => {
    const list = { id: 1, name: 'Bakers', source: 'A fair' };
    const fates = { ...buildImport().fates, new: 0 };
    const { api, userEvents } = renderListImport({
      ...withRows,
      'GET /api/imports': importsOf(buildImport({ list, fates, variables: ['city'] })),
      'POST /api/imports/:id/start': { import: buildImport({ status: 'importing' }) },
    });
    expect(await screen.findByRole('heading', { name: 'No one will be added' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
    await userEvents.click(screen.getByRole('checkbox', { name: 'Update their values' }));
    await userEvents.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(api.of('POST /api/imports/:id/start')).toHaveLength(1));
  });

  it('shows its deadline, and a message once the deadline has passed', async () => {
    const { api, socket } = renderListImport({ ...withRows, 'GET /api/imports': importsOf(buildImport()) });
    expect(await screen.findByText(/^Finish this import by/)).toHaveTextContent(/by 22-11-2026 \d\d:\d\d\. After that/);
    api.set({ 'GET /api/imports': importsOf() });
    socket.receive('import_update', { import_id: 5, list_id: 1, status: 'failed' });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^people.csv can’t be importedThis import wasn’t finished in time/,
    );
  });

  it('is discarded after confirmation', async () => {
    const { api, userEvents } = renderListImport({
      ...withRows,
      'GET /api/imports': importsOf(buildImport({ rows_until: '2999-01-01T00:00:00.000Z' })),
      'DELETE /api/imports/:id': { success: true },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Discard this import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard this import?' }));
    expect(dialog.getByText(/The 10 uploaded rows will be deleted/)).toBeInTheDocument();
    api.set({ 'GET /api/imports': importsOf() });
    await userEvents.click(dialog.getByRole('button', { name: 'Discard import' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('an import in the background', () => {
  it('is shown with its progress until it ends, and then with its result and an Undo button', async () => {
    const running = buildImport({ status: 'importing', rows_done: 5, added: 3 });
    const { api, userEvents, socket } = renderListImport({ 'GET /api/imports': importsOf(running) });
    expect(await screen.findByText('5 of 10 rows done, 3 people added so far')).toBeInTheDocument();
    const done = buildImport({ status: 'done', added: 6, undo_until: '2026-11-28T09:30:00.000Z' });
    api.set({
      'GET /api/imports': importsOf(done),
      'POST /api/imports/:id/undo': { import: done },
      'GET /api/imports/:id/undo': { removes: 5, keeps: 1, restores: 0 },
    });
    socket.receive('import_update', { import_id: 5, list_id: 1, status: 'done' });
    expect(await screen.findByRole('heading', { name: '6 people added' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the list' })).toHaveAttribute('href', '/lists/1');

    await userEvents.click(screen.getByRole('button', { name: 'Undo the import of people.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo the import of people.csv?' }));
    expect(await dialog.findByText('5 people added by this import will be removed from Bakers.')).toBeInTheDocument();
    api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'undone', added: 6, removed: 5, kept: 1 })) });
    await userEvents.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: 'Import undone, 5 people removed' })).toBeInTheDocument();
    expect(screen.getByText('1 person stayed because you’ve contacted them.')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Import more' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  });

  it('is stopped after confirmation', async () => {
    const { api, userEvents } = renderListImport({
      'GET /api/imports': importsOf(buildImport({ status: 'importing', rows_done: 5, added: 3 })),
      'DELETE /api/imports/:id': { success: true },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Stop the import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop this import?' }));
    api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'stopped', added: 4 })) });
    await userEvents.click(dialog.getByRole('button', { name: 'Stop the import' }));
    expect(await screen.findByRole('heading', { name: 'Import stopped, 4 people added' })).toBeInTheDocument();
  });

  it('offers to try again when it cannot be loaded', async () => {
    renderListImport({ 'GET /api/imports': new Failure(500, { error: 'Oh' }) });
    expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeInTheDocument();
  });
});
