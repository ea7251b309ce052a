import type { Import } from '@sandpiper/contract/imports';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Route, Routes } from 'react-router';
import { z } from 'zod';
import { UploadsProvider } from '../features/imports/uploads.provider.tsx';
import { buildImport, buildList, buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, unreachable, type Replies } from '../testing/fake-api.ts';
import { PageWorker } from '../testing/page-worker.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import ListImportPage from './list-import.page.tsx';

beforeEach(() => {
  PageWorker.running = 0;
  vi.stubGlobal('Worker', PageWorker);
});
afterEach(() => vi.unstubAllGlobals());

const importsOf = (...imports: Import[]) => ({ imports, pagination: paginationOf(imports.length) });

function open(replies: Replies = {}, options: Parameters<typeof renderScreen>[1] = {}) {
  const screens = (
    <UploadsProvider>
      <Routes>
        <Route path="/lists/:id/import" element={<ListImportPage />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </UploadsProvider>
  );
  return renderScreen(screens, {
    url: '/lists/1/import',
    path: '*',
    ...options,
    replies: {
      'GET /api/lists/:id': { list: buildList() },
      'GET /api/imports': importsOf(),
      ...replies,
    },
  });
}

type View = ReturnType<typeof open>;

async function choose(hands: View['hands'], name: string, ...parts: BlobPart[]) {
  await screen.findByRole('button', { name: 'Choose a file' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no file input');
  await hands.upload(input, new File(parts, name));
}

const partOf = (body: unknown) => z.object({ from: z.number(), rows: z.array(z.unknown()) }).parse(body);

const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent;
const people =
  'Handle,First name,City\n@rosa,Rosa,"Porto, Portugal"\nhttps://instagram.com/mara/,Mara,\nnot a name,Ada,Rome\n';

describe('pasted names', () => {
  it('are imported in one step, and lead back to where the user came from', async () => {
    const { api, hands, router } = open({
      'POST /api/recipients/bulk': { added: 2, duplicates: 0, invalid: 0, rejected: [] },
    });
    await hands.click(await screen.findByRole('button', { name: 'Import' }));
    expect(screen.getByText('Please enter at least one recipient')).toBeInTheDocument();
    await hands.click(screen.getByRole('textbox', { name: /Usernames/ }));
    await hands.paste('@rosa\n\nmara');
    expect(await screen.findByText('2 names')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('2 recipients added')).toBeInTheDocument();
    expect(api.of('POST /api/recipients/bulk')[0]?.body).toEqual({ recipients: ['@rosa', 'mara'], list_id: 1 });
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/1'));
  });

  it('are shown with their line numbers if they were rejected', async () => {
    const { hands } = open({
      'POST /api/recipients/bulk': {
        added: 1,
        duplicates: 1,
        invalid: 1,
        rejected: [{ line: 2, value: 'no name!', reason: 'Use letters' }],
      },
    });
    await hands.click(await screen.findByRole('textbox', { name: /Usernames/ }));
    await hands.paste('@rosa\n\nno name!\nmara');
    await hands.click(screen.getByRole('button', { name: 'Import' }));
    const rejects = within(await screen.findByRole('region', { name: 'Names that were not imported' }));
    expect(rejects.getAllByRole('row')[1]).toHaveTextContent('3no name!Use letters');
    await hands.click(screen.getByRole('button', { name: 'Import more' }));
    expect(screen.getByRole('textbox', { name: /Usernames/ })).toHaveValue('');
  });

  it('stay in the field when the server refuses them', async () => {
    const { hands } = open({ 'POST /api/recipients/bulk': new Failure(503, { error: 'Being restarted.' }) });
    await hands.type(await screen.findByRole('textbox', { name: /Usernames/ }), 'rosa');
    await hands.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('Being restarted.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Usernames/ })).toHaveValue('rosa');
  });

  it('are treated like a file when they are a table', async () => {
    const { hands } = open();
    await hands.click(await screen.findByRole('textbox', { name: /Usernames/ }));
    await hands.paste('Username\tCity\nrosa\tPorto\nmara\tLyon');
    await hands.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('region', { name: 'Columns' })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Separator' })).toHaveValue('Tab');
  });
});

describe('a chosen file', () => {
  it('has its columns detected, and its first rows shown as they will be read', async () => {
    const { hands } = open();
    await choose(hands, 'people.csv', people);
    expect(await screen.findByRole('region', { name: 'How people.csv is read' })).toBeInTheDocument();
    expect(currentStep()).toContain('Columns');
    expect(screen.getByRole('combobox', { name: 'Import Handle as' })).toHaveValue('Username');
    expect(screen.getByRole('combobox', { name: 'Variable of First name' })).toHaveValue('first_name');
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

  it('can have its columns and its header corrected', async () => {
    const { hands } = open();
    await choose(hands, 'people.csv', people);
    await hands.click(await screen.findByRole('combobox', { name: 'Import City as' }));
    await hands.click(await screen.findByRole('option', { name: 'Username' }));
    expect(screen.getByRole('combobox', { name: 'Import Handle as' })).toHaveValue('Ignore');
    await hands.click(screen.getByRole('combobox', { name: 'Import City as' }));
    await hands.click(await screen.findByRole('option', { name: 'Ignore' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose which column has the usernames.');
    expect(screen.getByRole('button', { name: 'Check all rows' })).toBeDisabled();

    await hands.click(screen.getByRole('combobox', { name: 'Column names' }));
    await hands.click(await screen.findByRole('option', { name: 'None: every row is a person' }));
    expect(screen.getByRole('combobox', { name: 'Import Column 1 as' })).toHaveValue('Username');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('has invalid and duplicate variable names marked', async () => {
    const { hands } = open();
    await choose(hands, 'people.csv', people);
    const city = await screen.findByRole('combobox', { name: 'Variable of City' });
    await hands.clear(city);
    await hands.type(city, 'First');
    expect(screen.getByText(/Use up to 30 lowercase letters/)).toBeInTheDocument();
    await hands.clear(city);
    await hands.type(city, 'first_name');
    expect(screen.getByText('Another column has this name')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Fix the variable names.');
  });

  it.each([
    ['people.csv', '%PDF-1.7', 'This is a PDF.'],
    ['people.xlsx', 'PK\u0003\u0004', 'This file is damaged or incomplete.'],
  ])('that can’t be read is refused, with what to do instead (%s, %s)', async (name, content, problem) => {
    const { hands } = open();
    await choose(hands, name, content);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(`${name} can’t be imported`);
    expect(alert).toHaveTextContent(problem);
    expect(currentStep()).toContain('File');
    expect(PageWorker.running).toBe(0);
  });

  it('can’t be chosen without a subscription', async () => {
    open({}, { user: buildUser({ subscription_end_date: '2020-01-01' }) });
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  });
});

describe('an upload', () => {
  const created = { import: buildImport({ status: 'receiving', rows: 0 }) };
  const many = `username\n${Array.from({ length: 4500 }, (_, index) => `n${index}`).join('\n')}`;

  it('sends the rows in chunks, then has them checked', async () => {
    const { api, hands } = open({
      'POST /api/imports': created,
      'PUT /api/imports/:id/rows': ({ body }) => ({ rows: partOf(body).from + 2000 }),
      'POST /api/imports/:id/check': { import: buildImport({ status: 'checking' }) },
    });
    await choose(hands, 'people.csv', many);
    const check = await screen.findByRole('button', { name: 'Check all rows' });
    await waitFor(() => expect(check).toBeEnabled());
    api.set({ 'GET /api/imports': importsOf(buildImport({ rows: 4500, status: 'checking', rows_done: 100 })) });
    await hands.click(check);
    expect(await screen.findByText('100 of 4,500 rows checked')).toBeInTheDocument();
    expect(api.of('POST /api/imports')[0]?.body).toEqual({ list_id: 1, file_name: 'people.csv', variables: [] });
    const parts = api.of('PUT /api/imports/:id/rows').map(({ body }) => partOf(body));
    expect(parts.map(({ from, rows }) => [from, rows.length])).toEqual([
      [0, 2000],
      [2000, 2000],
      [4000, 500],
    ]);
    expect(parts[0]?.rows[0]).toEqual({ line: 2, username: 'n0' });
    expect(api.of('POST /api/imports/:id/check')[0]?.body).toEqual({ rows: 4500, contacted_days: 30 });
    await waitFor(() => expect(PageWorker.running).toBe(0));
  });

  it('retries a chunk automatically when the server can’t be reached', async () => {
    let tries = 0;
    const { api, hands } = open({
      'POST /api/imports': created,
      'PUT /api/imports/:id/rows': () => {
        tries += 1;
        return tries === 1 ? unreachable : { rows: 2 };
      },
      'POST /api/imports/:id/check': { import: buildImport({ status: 'checking' }) },
    });
    await choose(hands, 'people.csv', 'username\nrosa\nmara');
    const check = await screen.findByRole('button', { name: 'Check all rows' });
    await waitFor(() => expect(check).toBeEnabled());
    api.set({ 'GET /api/imports': importsOf(buildImport()) });
    await hands.click(check);
    expect(await screen.findByText('4 people will be added')).toBeInTheDocument();
    expect(api.of('PUT /api/imports/:id/rows').map(({ body }) => partOf(body).from)).toEqual([0, 0]);
  });

  it('stops when the server refuses a chunk, and can be discarded', async () => {
    const { api, hands } = open({
      'POST /api/imports': created,
      'PUT /api/imports/:id/rows': new Failure(409, { error: 'This import has ended.' }),
      'DELETE /api/imports/:id': { success: true },
    });
    await choose(hands, 'people.csv', people);
    const check = await screen.findByRole('button', { name: 'Check all rows' });
    await waitFor(() => expect(check).toBeEnabled());
    await hands.click(check);
    expect(await screen.findByRole('alert')).toHaveTextContent('This import has ended.');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Choose the file again' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
    expect(api.of('DELETE /api/imports/:id')).toHaveLength(1);
    expect(PageWorker.running).toBe(0);
  });

  it('that a reload interrupted says so and starts over', async () => {
    const { api, hands } = open({
      'GET /api/imports': importsOf(buildImport({ status: 'receiving', rows: 2000 })),
      'DELETE /api/imports/:id': { success: true },
    });
    expect(
      await screen.findByText(/The page was closed after 2,000 rows of people\.csv\. No one was added/),
    ).toBeInTheDocument();
    api.set({ 'GET /api/imports': importsOf() });
    await hands.click(screen.getByRole('button', { name: 'Choose the file again' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  });
});

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

  it('shows how many rows have each fate, and the rows of one fate', async () => {
    const { api, hands } = open({ ...withRows, 'GET /api/imports': importsOf(buildImport({ variables: ['city'] })) });
    expect(await screen.findByRole('heading', { name: '4 people will be added' })).toBeInTheDocument();
    const fates = within(screen.getByRole('table', { name: 'What happens to the rows' })).getAllByRole('row');
    expect(fates[1]).toHaveTextContent('New4Added');
    expect(fates[5]).toHaveTextContent('Do not contact1Never added');
    const table = within(screen.getByRole('region', { name: 'Rows of the file' }));
    expect(await table.findByText('city: Porto')).toBeInTheDocument();
    await hands.click(screen.getByRole('combobox', { name: 'Rows shown' }));
    await hands.click(await screen.findByRole('option', { name: 'Can’t be imported (1)' }));
    await waitFor(() => expect(api.of('GET /api/imports/:id/rows').at(-1)?.query).toMatchObject({ fate: 'invalid' }));
  });

  it('adds people on other lists and people already contacted only when asked to', async () => {
    const { hands } = open({ ...withRows, 'GET /api/imports': importsOf(buildImport()) });
    await hands.click(await screen.findByRole('checkbox', { name: 'Also add people who are on other lists' }));
    expect(screen.getByRole('heading', { name: '6 people will be added' })).toBeInTheDocument();
    await hands.click(screen.getByRole('checkbox', { name: 'Add them anyway' }));
    expect(screen.getByRole('heading', { name: '7 people will be added' })).toBeInTheDocument();
  });

  it('can be checked again for another number of days', async () => {
    const { api, hands } = open({
      ...withRows,
      'GET /api/imports': importsOf(buildImport()),
      'POST /api/imports/:id/check': { import: buildImport({ status: 'checking' }) },
    });
    const days = await screen.findByRole('textbox', { name: 'Contacted in the last (days)' });
    await hands.clear(days);
    expect(screen.getByText('Use 1 to 3,650 days')).toBeInTheDocument();
    await hands.type(days, '90');
    await hands.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() =>
      expect(api.of('POST /api/imports/:id/check')[0]?.body).toEqual({ rows: 10, contacted_days: 90 }),
    );
  });

  it('asks once where the people come from, then starts', async () => {
    const { api, hands } = open({
      ...withRows,
      'GET /api/imports': importsOf(buildImport()),
      'POST /api/imports/:id/start': { import: buildImport({ status: 'importing' }) },
    });
    await hands.click(await screen.findByRole('checkbox', { name: 'Also add people who are on other lists' }));
    await hands.click(screen.getByRole('button', { name: 'Continue' }));
    expect(currentStep()).toContain('Source');
    const source = screen.getByRole('textbox', { name: /Where do these people come from/ });
    expect(source).toHaveFocus();
    await hands.click(screen.getByRole('button', { name: 'Import 6 people' }));
    expect(screen.getByText('Enter where these people come from')).toBeInTheDocument();
    await hands.type(source, ' Followers of @harbor ');
    api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'importing', rows_done: 5, added: 3 })) });
    await hands.click(screen.getByRole('button', { name: 'Import 6 people' }));
    expect(await screen.findByText('5 of 10 rows done, 3 people added so far')).toBeInTheDocument();
    expect(api.of('POST /api/imports/:id/start')[0]?.body).toEqual({
      include: ['on_other_list'],
      update_values: false,
      source: 'Followers of @harbor',
    });
  });

  it('doesn’t ask for what the list already says', async () => {
    const list = { id: 1, name: 'Bakers', source: 'A fair' };
    const { api, hands } = open({
      ...withRows,
      'GET /api/imports': importsOf(buildImport({ list, variables: ['city'] })),
      'POST /api/imports/:id/start': new Failure(409, { error: 'This import has already started.' }),
    });
    expect(await screen.findByText('These people come from: A fair')).toBeInTheDocument();
    await hands.click(screen.getByRole('checkbox', { name: 'Update their values' }));
    expect(screen.getByText('The values of up to 1 person will be updated.')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Import 4 people' }));
    expect(await screen.findByText('This import has already started.')).toBeInTheDocument();
    expect(api.of('POST /api/imports/:id/start')[0]?.body).toEqual({ include: [], update_values: true });
  });

  it('can only update the values of people who are already on the list', async () => {
    const list = { id: 1, name: 'Bakers', source: 'A fair' };
    const fates = { ...buildImport().fates, new: 0 };
    const { api, hands } = open({
      ...withRows,
      'GET /api/imports': importsOf(buildImport({ list, fates, variables: ['city'] })),
      'POST /api/imports/:id/start': { import: buildImport({ status: 'importing' }) },
    });
    expect(await screen.findByRole('heading', { name: 'No one will be added' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
    await hands.click(screen.getByRole('checkbox', { name: 'Update their values' }));
    await hands.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(api.of('POST /api/imports/:id/start')).toHaveLength(1));
  });

  it('is discarded after a confirmation', async () => {
    const { api, hands } = open({
      ...withRows,
      'GET /api/imports': importsOf(buildImport()),
      'DELETE /api/imports/:id': { success: true },
    });
    await hands.click(await screen.findByRole('button', { name: 'Discard this import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard this import?' }));
    expect(dialog.getByText(/The 10 uploaded rows will be deleted/)).toBeInTheDocument();
    api.set({ 'GET /api/imports': importsOf() });
    await hands.click(dialog.getByRole('button', { name: 'Discard import' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  });
});

describe('an import in the background', () => {
  it('is shown until it ends, followed by what it did and a button to undo it', async () => {
    const running = buildImport({ status: 'importing', rows_done: 5, added: 3 });
    const { api, hands, socket } = open({ 'GET /api/imports': importsOf(running) });
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

    await hands.click(screen.getByRole('button', { name: 'Undo the import of people.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo the import of people.csv?' }));
    expect(await dialog.findByText('5 people added by this import will be removed from Bakers.')).toBeInTheDocument();
    api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'undone', added: 6, removed: 5, kept: 1 })) });
    await hands.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: 'Import undone, 5 people removed' })).toBeInTheDocument();
    expect(screen.getByText('1 person stayed because you’ve contacted them.')).toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Import more' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  });

  it('is stopped after a confirmation', async () => {
    const { api, hands } = open({
      'GET /api/imports': importsOf(buildImport({ status: 'importing', rows_done: 5, added: 3 })),
      'DELETE /api/imports/:id': { success: true },
    });
    await hands.click(await screen.findByRole('button', { name: 'Stop the import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop this import?' }));
    api.set({ 'GET /api/imports': importsOf(buildImport({ status: 'stopped', added: 4 })) });
    await hands.click(dialog.getByRole('button', { name: 'Stop the import' }));
    expect(await screen.findByRole('heading', { name: 'Import stopped, 4 people added' })).toBeInTheDocument();
  });

  it('says what is wrong when it can’t be loaded', async () => {
    open({ 'GET /api/imports': new Failure(500, { error: 'Oh' }) });
    expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeInTheDocument();
  });
});
