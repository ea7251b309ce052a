import type { Import } from '@sandpiper/contract/imports';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { UploadsProvider } from '../features/imports/uploads.provider.tsx';
import { buildImport, buildList, buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import ListDetailPage from './list-detail.page.tsx';
import ListImportsPage from './list-imports.page.tsx';
import ListsPage from './lists.page.tsx';

const importsOf = (...imports: Import[]) => ({ imports, pagination: paginationOf(imports.length) });
const done = buildImport({ status: 'done', added: 6, undo_until: '2026-11-28T09:30:00.000Z' });

function open(page: 'imports' | 'list' | 'lists', replies: Replies = {}, user = buildUser()) {
  const [element, url, path] = {
    imports: [<ListImportsPage key="imports" />, '/lists/1/imports', '/lists/:id/imports'] as const,
    list: [<ListDetailPage key="list" />, '/lists/1', '/lists/:id'] as const,
    lists: [<ListsPage key="lists" />, '/lists', '/lists'] as const,
  }[page];
  return renderScreen(<UploadsProvider>{element}</UploadsProvider>, {
    url,
    path,
    user,
    replies: {
      'GET /api/lists': { lists: [buildList(), buildList({ id: 2, name: 'Florists' })] },
      'GET /api/lists/:id': { list: buildList() },
      'GET /api/lists/:id/recipients': { recipients: [], pagination: { page: 1, limit: 50, total: 0, pages: 1 } },
      'GET /api/imports': importsOf(done),
      ...replies,
    },
  });
}

describe('a list’s imports', () => {
  it('show each file’s result, who imported it and when, and the deadline for undoing the import', async () => {
    const undone = buildImport({
      id: 4,
      file_name: 'old.csv',
      status: 'undone',
      added: 9,
      updated: 2,
      removed: 8,
      restored: 2,
      kept: 1,
    });
    open('imports', { 'GET /api/imports': importsOf(done, undone) });
    await screen.findByText('people.csv');
    const rows = screen.getAllByRole('row');
    expect(rows[1]).toHaveTextContent(/people\.csv21-11-2026 \d\d:\d\d by maria10 rows10/);
    expect(rows[1]).toHaveTextContent(/6 addedCan be undone until 28-11-2026/);
    expect(rows[2]).toHaveTextContent('8 removed, 2 got their earlier values back, 1 kept (already contacted)');
    expect(within(rows[2] ?? document.body).queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
  });

  it('ask for confirmation before an undo, say how many people the undo affects, and show why the server rejects it', async () => {
    const { api, userEvents } = open('imports', {
      'GET /api/imports': importsOf({ ...done, variables: ['city'] }),
      'GET /api/imports/:id/undo': { removes: 4, keeps: 2, restores: 0 },
      'POST /api/imports/:id/undo': new Failure(409, { error: 'Too late.' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Undo the import of people.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo the import of people.csv?' }));
    expect(await dialog.findByText('4 people added by this import will be removed from Bakers.')).toBeInTheDocument();
    expect(dialog.getByText('2 people will stay because you’ve contacted them.')).toBeInTheDocument();
    expect(dialog.getByText(/^Variables that this import created will be removed/)).toBeInTheDocument();
    await userEvents.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Too late.')).toBeInTheDocument();
    expect(api.of('POST /api/imports/:id/undo')[0]?.params).toEqual({ id: '5' });
  });

  it('count again each time the confirmation of an undo opens, and don’t allow an undo with earlier counts', async () => {
    const earlier = { removes: 4, keeps: 2, restores: 0 };
    const { api, userEvents } = open('imports', { 'GET /api/imports/:id/undo': earlier });
    const opener = await screen.findByRole('button', { name: 'Undo the import of people.csv' });
    await userEvents.click(opener);
    await screen.findByText(/^4 people added by this import/);
    await userEvents.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
    const answer = Promise.withResolvers<typeof earlier>();
    api.set({ 'GET /api/imports/:id/undo': () => answer.promise });
    await userEvents.click(opener);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(undo).toBeDisabled();
    expect(screen.getByText('Checking what the undo would change…')).toBeInTheDocument();
    answer.resolve({ ...earlier, removes: 1, keeps: 5 });
    expect(await screen.findByText('1 person added by this import will be removed from Bakers.')).toBeInTheDocument();
    expect(undo).toBeEnabled();
  });

  it('show an error when the preview of an undo can’t be loaded', async () => {
    const { userEvents } = open('imports', { 'GET /api/imports/:id/undo': new Failure(500, { error: 'Try later.' }) });
    await userEvents.click(await screen.findByRole('button', { name: 'Undo the import of people.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo the import of people.csv?' }));
    expect(await dialog.findByText('Try later.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Undo' })).toBeDisabled();
  });

  it('offer their rows for download while the server keeps them', async () => {
    const { api, userEvents } = open('imports', {
      'GET /api/imports': importsOf(
        done,
        buildImport({ id: 4, file_name: 'old.csv', status: 'done', rows_until: null }),
      ),
      'GET /api/imports/:id/rows/export': () => new Response('rows'),
    });
    const download = await screen.findByRole('button', { name: 'Download all rows from people.csv' });
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await userEvents.click(download);
    await waitFor(() => expect(api.of('GET /api/imports/:id/rows/export')).toHaveLength(1));
    // Many rows take longer than the ten seconds of other calls.
    expect(timeout.mock.calls).toContainEqual([15 * 60_000]);
    timeout.mockRestore();
    expect(screen.queryByRole('button', { name: 'Download all rows from old.csv' })).not.toBeInTheDocument();
  });

  it('link to the import that is waiting for the user', async () => {
    open('imports', { 'GET /api/imports': importsOf(buildImport()) });
    const link = await screen.findByRole('link', { name: 'Continue the import of people.csv' });
    expect(link).toHaveAttribute('href', '/lists/1/import');
  });

  it('show a message if there are none, and an error if they can’t be loaded', async () => {
    const { unmount } = open('imports', { 'GET /api/imports': importsOf() });
    expect(await screen.findByText('No imports yet')).toBeInTheDocument();
    unmount();
    open('imports', { 'GET /api/imports': new Failure(500, { error: 'Oh' }) });
    expect(await screen.findByText('Couldn’t load the imports')).toBeInTheDocument();
  });

  it('are read-only after the subscription has ended', async () => {
    open('imports', {}, buildUser({ subscription_end_date: '2020-01-01' }));
    expect(await screen.findByRole('button', { name: 'Undo the import of people.csv' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Bulk Import' })).toBeDisabled();
  });
});

describe('an import on its list', () => {
  it('is shown with its progress while it runs, on the list’s page and card', async () => {
    const running = buildImport({ status: 'importing', rows_done: 5 });
    const { unmount } = open('list', { 'GET /api/imports': importsOf(running) });
    const strip = within(await screen.findByRole('region', { name: 'Import' }));
    expect(strip.getByRole('status')).toHaveTextContent('Importing people.csv: 5 of 10 rows');
    expect(strip.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    expect(strip.getByRole('link', { name: 'Details' })).toHaveAttribute('href', '/lists/1/import');
    unmount();
    open('lists', { 'GET /api/imports': importsOf(running) });
    const card = within(await screen.findByRole('article', { name: 'Bakers' }));
    expect(await card.findByText('Importing people.csv: 5 of 10 rows')).toBeInTheDocument();
    const other = within(screen.getByRole('article', { name: 'Florists' }));
    expect(other.queryByRole('region', { name: 'Import' })).not.toBeInTheDocument();
  });

  it.each([
    [buildImport(), 'Checked people.csv: ready for your review'],
    [buildImport({ status: 'receiving' }), 'The upload of people.csv isn’t running in this tab'],
  ])('says that it is waiting for the user', async (waiting, text) => {
    open('list', { 'GET /api/imports': importsOf(waiting) });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/lists/1/import');
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('is shown after it ends if it is the latest import, with a link to all imports', async () => {
    open('list');
    expect(await screen.findByText(/Last import: people\.csv, 6 people added/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All imports' })).toHaveAttribute('href', '/lists/1/imports');
  });

  it('announces its result when it ends, and makes the page refetch the people', async () => {
    const { api, socket } = open('list', { 'GET /api/imports/:id': { import: done } });
    await screen.findByText(/Last import/);
    const before = api.of('GET /api/lists/:id/recipients').length;
    socket.receive('import_update', { import_id: 5, list_id: 1, status: 'done' });
    expect(await screen.findByText('6 people added to Bakers')).toBeInTheDocument();
    await waitFor(() => expect(api.of('GET /api/lists/:id/recipients').length).toBeGreaterThan(before));
  });
});
