import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildImport } from '../testing/builders.ts';
import { Failure, unreachable } from '../testing/fake-api.ts';
import { choose, importsOf, people, renderListImport } from '../testing/list-import-screen.tsx';
import { PageWorker, stubWorkers } from '../testing/page-worker.ts';

stubWorkers();

const partOf = (body: unknown) => z.object({ from: z.number(), rows: z.array(z.unknown()) }).parse(body);

describe('an upload', () => {
  const created = { import: buildImport({ status: 'receiving', rows: 0 }) };
  const many = `username\n${Array.from({ length: 4500 }, (_, index) => `n${index}`).join('\n')}`;

  it('sends the rows in chunks, then has them checked', async () => {
    const { api, userEvents } = renderListImport({
      'POST /api/imports': created,
      'PUT /api/imports/:id/rows': ({ body }) => ({ rows: partOf(body).from + 2000 }),
      'POST /api/imports/:id/check': { import: buildImport({ status: 'checking' }) },
    });
    await choose(userEvents, 'people.csv', many);
    const check = await screen.findByRole('button', { name: 'Check all rows' });
    await waitFor(() => expect(check).toBeEnabled());
    api.set({ 'GET /api/imports': importsOf(buildImport({ rows: 4500, status: 'checking', rows_done: 100 })) });
    await userEvents.click(check);
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

  it('shows how many of the rows have been uploaded', async () => {
    const { userEvents } = renderListImport({
      'POST /api/imports': created,
      'PUT /api/imports/:id/rows': ({ body }) => {
        const { from } = partOf(body);
        return from < 4000 ? { rows: from + 2000 } : new Promise(() => undefined);
      },
    });
    await choose(userEvents, 'people.csv', many);
    const check = await screen.findByRole('button', { name: 'Check all rows' });
    await waitFor(() => expect(check).toBeEnabled());
    await userEvents.click(check);
    expect(await screen.findByText('4,000 rows uploaded')).toBeInTheDocument();
    const progress = screen.getByRole('progressbar', { name: 'Uploading rows' });
    expect(Math.round(Number(progress.getAttribute('aria-valuenow')))).toBe(89);
  });

  it('retries a chunk automatically when the server can’t be reached', async () => {
    let tries = 0;
    const { api, userEvents } = renderListImport({
      'POST /api/imports': created,
      'PUT /api/imports/:id/rows': () => {
        tries += 1;
        return tries === 1 ? unreachable : { rows: 2 };
      },
      'POST /api/imports/:id/check': { import: buildImport({ status: 'checking' }) },
    });
    await choose(userEvents, 'people.csv', 'username\nrosa\nmara');
    const check = await screen.findByRole('button', { name: 'Check all rows' });
    await waitFor(() => expect(check).toBeEnabled());
    api.set({ 'GET /api/imports': importsOf(buildImport()) });
    await userEvents.click(check);
    expect(await screen.findByText('4 people will be added')).toBeInTheDocument();
    expect(api.of('PUT /api/imports/:id/rows').map(({ body }) => partOf(body).from)).toEqual([0, 0]);
  });

  it('stops when the server refuses a chunk, and can be discarded', async () => {
    const { api, userEvents } = renderListImport({
      'POST /api/imports': created,
      'PUT /api/imports/:id/rows': new Failure(409, { error: 'This import has ended.' }),
      'DELETE /api/imports/:id': { success: true },
    });
    await choose(userEvents, 'people.csv', people);
    const check = await screen.findByRole('button', { name: 'Check all rows' });
    await waitFor(() => expect(check).toBeEnabled());
    await userEvents.click(check);
    expect(await screen.findByRole('alert')).toHaveTextContent('This import has ended.');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Start over' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
    expect(api.of('DELETE /api/imports/:id')).toHaveLength(1);
    expect(PageWorker.running).toBe(0);
  });

  it('leaves no import behind if it is canceled before the server has created one', async () => {
    const answer = Promise.withResolvers<typeof created>();
    const { api, userEvents } = renderListImport({
      'POST /api/imports': () => answer.promise,
      'DELETE /api/imports/:id': { success: true },
    });
    await choose(userEvents, 'people.csv', people);
    const check = await screen.findByRole('button', { name: 'Check all rows' });
    await waitFor(() => expect(check).toBeEnabled());
    await userEvents.click(check);
    await userEvents.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
    answer.resolve(created);
    await waitFor(() => expect(api.of('DELETE /api/imports/:id').map(({ params }) => params['id'])).toEqual(['5']));
    expect(api.of('PUT /api/imports/:id/rows')).toEqual([]);
  });

  it('can be started over after a confirmation if the upload isn’t running in this tab', async () => {
    const { api, userEvents } = renderListImport({
      'GET /api/imports': importsOf(buildImport({ status: 'receiving', rows: 2000 })),
      'DELETE /api/imports/:id': { success: true },
    });
    expect(
      await screen.findByText(/The server has received 2,000 rows of people\.csv\. No one has been added yet/),
    ).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Start over' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start over?' }));
    expect(dialog.getByText(/^Everything uploaded so far \(2,000 rows\) will be deleted/)).toBeInTheDocument();
    expect(api.of('DELETE /api/imports/:id')).toHaveLength(0);
    api.set({ 'GET /api/imports': importsOf() });
    await userEvents.click(dialog.getByRole('button', { name: 'Discard the upload' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  });
});
