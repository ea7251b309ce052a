import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildImport, buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { choose, currentStep, importsOf, people, renderListImport } from '../testing/list-import-screen.tsx';
import { PageWorker, stubWorkers } from '../testing/page-worker.ts';

stubWorkers();

it('the page has a complete description while the list’s name loads', async () => {
  renderListImport({ 'GET /api/lists/:id': () => new Promise(() => undefined) });
  expect(await screen.findByText('Add people from a file, or paste their names.')).toBeInTheDocument();
});

describe('pasted names', () => {
  const received: Replies = {
    'POST /api/imports': { import: buildImport({ status: 'receiving', rows: 0 }) },
    'PUT /api/imports/:id/rows': { rows: 4 },
    'POST /api/imports/:id/check': { import: buildImport() },
    'GET /api/imports/:id/rows': { rows: [], pagination: paginationOf(0) },
  };
  const field = () => screen.findByRole('textbox', { name: /Usernames/ });

  async function paste({ userEvents }: ReturnType<typeof renderListImport>, text: string): Promise<void> {
    await userEvents.click(await field());
    await userEvents.paste(text);
    await userEvents.click(screen.getByRole('button', { name: 'Continue' }));
  }

  it('are checked like the rows of a file before anyone is added', async () => {
    const view = renderListImport(received);
    await view.userEvents.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(screen.getByText('Please enter at least one recipient')).toBeInTheDocument();
    view.api.set({ 'GET /api/imports': importsOf(buildImport({ file_name: 'Pasted names' })) });
    await paste(view, '@rosa, @mara\n\n@no name!\n@rosa');
    expect(await screen.findByRole('heading', { name: '4 people will be added' })).toBeInTheDocument();
    expect(currentStep()).toContain('Check');
    const created = { list_id: 1, file_name: 'Pasted names', variables: [] };
    expect(view.api.of('POST /api/imports')[0]?.body).toEqual(created);
    const rows = [
      { line: 1, username: '@rosa' },
      { line: 1, username: '@mara' },
      { line: 3, username: '@no name!' },
      { line: 4, username: '@rosa' },
    ];
    expect(view.api.of('PUT /api/imports/:id/rows').map(({ body }) => body)).toEqual([{ from: 0, rows }]);
    expect(view.api.of('POST /api/imports/:id/check')[0]?.body).toEqual({ rows: 4, contacted_days: 30 });
  });

  it('lead back to the page that the user came from once they have been added', async () => {
    const list = { id: 1, name: 'Bakers', source: 'A fair' };
    const checked = buildImport({ file_name: 'Pasted names', list });
    const done = { ...checked, status: 'done' as const, added: 4 };
    const state = { returnTo: '/dashboard' };
    const view = renderListImport({ ...received, 'POST /api/imports/:id/start': { import: done } }, { state });
    await field();
    view.api.set({ 'GET /api/imports': importsOf(checked) });
    await paste(view, 'rosa');
    const start = await screen.findByRole('button', { name: 'Import 4 people' });
    await view.userEvents.click(screen.getByRole('combobox', { name: 'Rows shown' }));
    await view.userEvents.click(await screen.findByRole('option', { name: 'New (4)' }));
    view.api.set({ 'GET /api/imports': importsOf(done) });
    await view.userEvents.click(start);
    expect(await screen.findByRole('heading', { name: '4 people added' })).toBeInTheDocument();
    await view.userEvents.click(screen.getByRole('link', { name: 'Continue' }));
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/dashboard'));
  });

  it('stay in the field when the server refuses them', async () => {
    const view = renderListImport({ 'POST /api/imports': new Failure(503, { error: 'Being restarted.' }) });
    await paste(view, 'rosa');
    expect(await screen.findByRole('alert')).toHaveTextContent('Being restarted.');
    await view.userEvents.click(screen.getByRole('button', { name: 'Start over' }));
    expect(await field()).toHaveValue('rosa');
  });

  it('can be corrected after the import has been discarded, and are cleared for the next import', async () => {
    const view = renderListImport({ ...received, 'DELETE /api/imports/:id': { success: true } });
    await field();
    view.api.set({ 'GET /api/imports': importsOf(buildImport({ rows_until: '2999-01-01T00:00:00.000Z' })) });
    await paste(view, 'rosa');
    await view.userEvents.click(await screen.findByRole('button', { name: 'Discard this import' }));
    view.api.set({ 'GET /api/imports': importsOf() });
    await view.userEvents.click(await screen.findByRole('button', { name: 'Discard import' }));
    expect(await field()).toHaveValue('rosa');
    view.api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'importing' })) });
    await view.userEvents.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('button', { name: 'Stop the import' });
    view.api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'done' })) });
    view.socket.receive('import_update', { import_id: 5, list_id: 1, status: 'done' });
    await view.userEvents.click(await screen.findByRole('button', { name: 'Import more' }));
    expect(await field()).toHaveValue('');
  });

  it('are treated like a file if they form a table, and stay in the field', async () => {
    const view = renderListImport();
    await paste(view, 'Username\tCity\nrosa\tPorto\nmara\tLyon');
    expect(await screen.findByRole('region', { name: 'Columns' })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Separator' })).toHaveValue('Tab');
    await view.userEvents.click(screen.getByRole('button', { name: 'Back' }));
    expect(await field()).toHaveValue('Username\tCity\nrosa\tPorto\nmara\tLyon');
  });
});

describe('a file to import', () => {
  it('has its columns detected, and its first rows shown as they will be read', async () => {
    const { userEvents } = renderListImport();
    await choose(userEvents, 'people.csv', people);
    expect(await screen.findByRole('region', { name: 'How people.csv is read' })).toBeInTheDocument();
    expect(currentStep()).toContain('Columns');
    expect(screen.getByRole('combobox', { name: 'Import Handle as' })).toHaveValue('Username');
    expect(screen.getByRole('combobox', { name: 'Variable for First name' })).toHaveValue('first_name');
    expect(screen.getByRole('combobox', { name: 'Column names' })).toHaveValue('Row 1: Handle, First name, City');
    const rows = within(screen.getByRole('region', { name: 'First rows' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'RowPerson{first_name}{city}',
      '2@rosaRosaPorto, Portugal',
      '3@maraMara',
      expect.stringMatching(/^4not a nameUse up to 30 letters.*AdaRome$/),
    ]);
    expect(await screen.findByText('3 rows')).toBeInTheDocument();
    expect(PageWorker.running).toBe(0);
  });

  it('has a column imported even if its first value is far below', async () => {
    const { userEvents } = renderListImport();
    const rows = Array.from({ length: 300 }, (_, index) => `@person${index},\n`);
    await choose(userEvents, 'people.csv', 'Handle,City,Street\n', ...rows, '@rosa,Porto,\n');
    expect(await screen.findByText('301 rows')).toBeInTheDocument();
    const columns = within(screen.getByRole('list', { name: 'Columns in the file' }));
    expect(columns.getAllByRole('listitem').map((column) => column.textContent)).toEqual([
      'Handle@person0 · @person1 · @person2',
      expect.stringMatching(/^CityPorto/),
      'StreetEmpty',
    ]);
    expect(screen.getByRole('combobox', { name: 'Variable for City' })).toHaveValue('city');
  });

  it('can have its columns and its header corrected', async () => {
    const { userEvents } = renderListImport();
    await choose(userEvents, 'people.csv', people);
    await userEvents.click(await screen.findByRole('combobox', { name: 'Import City as' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Username' }));
    expect(screen.getByRole('combobox', { name: 'Import Handle as' })).toHaveValue('Ignore');
    await userEvents.click(screen.getByRole('combobox', { name: 'Import City as' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Ignore' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose which column contains the usernames.');
    expect(screen.getByRole('button', { name: 'Check all rows' })).toBeDisabled();

    await userEvents.click(screen.getByRole('combobox', { name: 'Column names' }));
    await userEvents.click(await screen.findByRole('option', { name: 'None: every row is a person' }));
    expect(screen.getByRole('combobox', { name: 'Import Column 1 as' })).toHaveValue('Username');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows a corrected separator immediately, keeps focus there, and detects the columns again', async () => {
    const { userEvents } = renderListImport();
    await choose(userEvents, 'people.csv', people);
    const separator = await screen.findByRole('combobox', { name: 'Separator' });
    await userEvents.click(separator);
    await userEvents.click(await screen.findByRole('option', { name: 'Semicolon' }));
    expect(separator).toHaveValue('Semicolon');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Import City as' })).not.toBeInTheDocument());
    expect(separator).toBeInTheDocument();
    expect(separator).toHaveFocus();
  });

  it('shows errors for invalid and duplicate variable names', async () => {
    const { userEvents } = renderListImport();
    await choose(userEvents, 'people.csv', people);
    const city = await screen.findByRole('combobox', { name: 'Variable for City' });
    await userEvents.clear(city);
    await userEvents.type(city, 'First');
    expect(screen.getByText(/Use up to 30 lowercase letters/)).toBeInTheDocument();
    await userEvents.clear(city);
    await userEvents.type(city, 'first_name');
    expect(screen.getByText('Another column has this name')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Fix the variable names.');
  });

  it.each([
    ['people.csv', '%PDF-1.7', 'This is a PDF.'],
    ['people.xlsx', 'PK\u0003\u0004', 'This file is damaged or incomplete.'],
  ])('is refused if it can’t be read, with an explanation (%s, %s)', async (name, content, problem) => {
    const { userEvents } = renderListImport();
    await choose(userEvents, name, content);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(`${name} can’t be imported`);
    expect(alert).toHaveTextContent(problem);
    expect(currentStep()).toContain('People');
    expect(PageWorker.running).toBe(0);
  });

  it('can’t be chosen without a subscription', async () => {
    renderListImport({}, { user: buildUser({ subscription_end_date: '2020-01-01' }) });
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
  });
});
