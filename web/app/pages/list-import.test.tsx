import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../testing/builders.ts';
import { Failure } from '../testing/fake-api.ts';
import { choose, currentStep, people, renderListImport } from '../testing/list-import-screen.tsx';
import { PageWorker, stubWorkers } from '../testing/page-worker.ts';

stubWorkers();

describe('pasted names', () => {
  it('are imported in one step, after which the user returns to the list', async () => {
    const { api, userEvents, router } = renderListImport({
      'POST /api/recipients/bulk': { added: 2, duplicates: 0, invalid: 0, rejected: [] },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Import' }));
    expect(screen.getByText('Please enter at least one recipient')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('textbox', { name: /Usernames/ }));
    await userEvents.paste('@rosa\n\nmara');
    expect(await screen.findByText('2 names')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('2 recipients added')).toBeInTheDocument();
    expect(api.of('POST /api/recipients/bulk')[0]?.body).toEqual({ recipients: ['@rosa', 'mara'], list_id: 1 });
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/1'));
  });

  it('are shown with their line numbers if they were rejected', async () => {
    const { userEvents } = renderListImport({
      'POST /api/recipients/bulk': {
        added: 1,
        duplicates: 1,
        invalid: 1,
        rejected: [{ line: 2, value: 'no name!', reason: 'Use letters' }],
      },
    });
    await userEvents.click(await screen.findByRole('textbox', { name: /Usernames/ }));
    await userEvents.paste('@rosa\n\nno name!\nmara');
    await userEvents.click(screen.getByRole('button', { name: 'Import' }));
    const rejects = within(await screen.findByRole('region', { name: 'Names that were not imported' }));
    expect(rejects.getAllByRole('row')[1]).toHaveTextContent('3no name!Use letters');
    // The server counts names that are already on the list together with names that were pasted twice.
    expect(screen.getByText('Duplicates').nextSibling).toHaveTextContent('1');
    expect(screen.queryByText('Columns'), 'there are no steps left').not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Import more' }));
    expect(screen.getByText('Columns')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Usernames/ })).toHaveValue('');
  });

  it('stay in the field when the server refuses them', async () => {
    const { userEvents } = renderListImport({
      'POST /api/recipients/bulk': new Failure(503, { error: 'Being restarted.' }),
    });
    await userEvents.type(await screen.findByRole('textbox', { name: /Usernames/ }), 'rosa');
    await userEvents.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('Being restarted.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Usernames/ })).toHaveValue('rosa');
  });

  it('can’t be edited while they are imported, because the page closes afterward', async () => {
    const { userEvents } = renderListImport({ 'POST /api/recipients/bulk': () => new Promise(() => undefined) });
    const field = await screen.findByRole('textbox', { name: /Usernames/ });
    await userEvents.type(field, 'rosa');
    await userEvents.click(screen.getByRole('button', { name: 'Import' }));
    await userEvents.type(field, 'mara');
    expect(field).toHaveValue('rosa');
  });

  it('don’t return the user to the list if they have left the page, but say how many were left out', async () => {
    const answer = Promise.withResolvers<{ added: number; duplicates: number; invalid: number; rejected: [] }>();
    const { userEvents, router } = renderListImport({ 'POST /api/recipients/bulk': () => answer.promise });
    await userEvents.type(await screen.findByRole('textbox', { name: /Usernames/ }), 'rosa');
    await userEvents.click(screen.getByRole('button', { name: 'Import' }));
    await act(() => router.navigate('/templates'));
    answer.resolve({ added: 1, duplicates: 1, invalid: 2, rejected: [] });
    expect(await screen.findByText('1 recipient added')).toBeInTheDocument();
    expect(screen.getByText('1 already on the list or repeated, 2 invalid')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/templates');
  });

  it('are treated like a file if they form a table', async () => {
    const { userEvents } = renderListImport();
    await userEvents.click(await screen.findByRole('textbox', { name: /Usernames/ }));
    await userEvents.paste('Username\tCity\nrosa\tPorto\nmara\tLyon');
    await userEvents.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('region', { name: 'Columns' })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Separator' })).toHaveValue('Tab');
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
    expect(currentStep()).toContain('File');
    expect(PageWorker.running).toBe(0);
  });

  it('can’t be chosen without a subscription', async () => {
    renderListImport({}, { user: buildUser({ subscription_end_date: '2020-01-01' }) });
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  });
});
