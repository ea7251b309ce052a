import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { paginationOf } from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { namesIn, partSize } from './add-people.ts';
import { DoNotContactScreen } from './do-not-contact-screen.tsx';

const rosa = {
  username: 'rosa',
  reason: 'Asked us to stop',
  origin: 'added',
  created_at: '2026-11-21T09:30:00.000Z',
} as const;
const mara = { username: 'mara', reason: null, origin: 'imported', created_at: '2026-11-20T09:30:00.000Z' } as const;
const nobody = { people: [], pagination: paginationOf(0), forgotten_count: 0 };

/** A stand-in for the import's file reader, which runs in a worker. */
async function readNames(file: File): Promise<string[]> {
  const text = await file.text();
  if (text === '') throw new Error('This file has no rows.');
  return text.split('\n');
}

function renderList(replies: Replies = {}, url = '/do-not-contact') {
  return renderScreen(<DoNotContactScreen readNames={readNames} />, {
    url,
    replies: {
      'GET /api/do-not-contact': { people: [rosa, mara], pagination: paginationOf(2, 50), forgotten_count: 0 },
      ...replies,
    },
  });
}

type View = ReturnType<typeof renderList>;

async function openForm({ hands }: View) {
  await hands.click(await screen.findByRole('button', { name: 'Add people' }));
  return within(await screen.findByRole('dialog', { name: 'Add people to Do not contact' }));
}

async function paste({ hands }: View, names: string, reason = '') {
  const form = within(await screen.findByRole('dialog', { name: 'Add people to Do not contact' }));
  await hands.click(form.getByRole('textbox', { name: 'Usernames' }));
  await hands.paste(names);
  if (reason !== '') await hands.type(form.getByRole('textbox', { name: 'Reason' }), reason);
  await hands.click(form.getByRole('button', { name: /^Add / }));
}

function namesOf(body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null || !('usernames' in body)) return [];
  return Array.isArray(body.usernames) ? body.usernames : [];
}

describe('pasted usernames', () => {
  it('don’t include a column header at the beginning', () => {
    expect(namesIn('Username\n@rosa\nmara, Rosa').names).toEqual(['Rosa', 'mara']);
    expect(namesIn('rosa\ninstagram').names).toEqual(['rosa', 'instagram']);
  });

  it('are the first cells of rows copied from a spreadsheet', () => {
    expect(
      namesIn('Username\tReason\r\nrosa\tAsked us to stop\r\nmara\t\r\n\tno name\r\nben b\tAsked us to stop'),
    ).toEqual({
      names: ['rosa', 'mara', 'ben b'],
      leftOut: ['Reason', 'Asked us to stop', 'no name'],
    });
  });

  it('are all cells of a row if they begin with @', () => {
    expect(namesIn('rosa, mara\nben\t').names).toEqual(['rosa', 'mara', 'ben']);
    expect(namesIn('1\t@rosa\n2\t@mara')).toEqual({ names: ['@rosa', '@mara'], leftOut: ['1', '2'] });
    expect(namesIn('@rosa\t@mara\n@ben\tCompetitor')).toEqual({
      names: ['@rosa', '@mara', '@ben'],
      leftOut: ['Competitor'],
    });
  });
});

describe('the form for adding people', () => {
  it('asks before what was pasted is discarded', async () => {
    const view = renderList();
    const form = await openForm(view);
    const field = form.getByRole('textbox', { name: 'Usernames' });
    await view.hands.click(field);
    await view.hands.paste('ben\ncarl');
    await view.hands.keyboard('{Escape}');
    expect(form.getByRole('alert')).toHaveTextContent('Discard what you typed?');
    expect(field).toHaveValue('ben\ncarl');
    await view.hands.click(form.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('asks before the reason is discarded', async () => {
    const view = renderList();
    const form = await openForm(view);
    await view.hands.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked by phone');
    await view.hands.keyboard('{Escape}');
    expect(form.getByRole('alert')).toHaveTextContent('Discard what you typed?');
  });
});

describe('people you do not contact', () => {
  it('are listed with reason, origin and date, and link to their pages', async () => {
    renderList();
    const row = within(await screen.findByRole('row', { name: /@rosa/ }));
    expect(row.getByRole('link', { name: '@rosa' })).toHaveAttribute('href', '/people/rosa');
    expect(row.getByRole('cell', { name: 'Asked us to stop' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: 'Added here' })).toBeInTheDocument();
    const other = within(screen.getByRole('row', { name: /@mara/ }));
    expect(other.getByRole('cell', { name: 'No reason given' })).toBeInTheDocument();
  });

  it('are searched and paged through the URL', async () => {
    const { api } = renderList({}, '/do-not-contact?search=ro&page=2');
    await screen.findByRole('row', { name: /@rosa/ });
    expect(api.of('GET /api/do-not-contact')[0]?.query).toEqual({ search: 'ro', page: '2', limit: '50' });
  });

  it('can be added from the empty list, and are reported as not found when no one matches', async () => {
    const { hands, unmount } = renderList({ 'GET /api/do-not-contact': nobody });
    expect(await screen.findByText('No one is on this list yet')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await hands.click(screen.getByRole('button', { name: 'Add your first people' }));
    expect(await screen.findByRole('dialog', { name: 'Add people to Do not contact' })).toBeInTheDocument();
    unmount();
    renderList({ 'GET /api/do-not-contact': nobody }, '/do-not-contact?search=zoe');
    expect(await screen.findByText('No people found')).toBeInTheDocument();
    expect(screen.getByRole('searchbox')).toHaveValue('zoe');
  });

  it('can be loaded again after a failure', async () => {
    const { hands, api } = renderList({ 'GET /api/do-not-contact': new Error('down') });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('The do-not-contact list couldn’t be loaded')).toBeInTheDocument();
    api.set({ 'GET /api/do-not-contact': { people: [rosa], pagination: paginationOf(1), forgotten_count: 0 } });
    await hands.click(retry);
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
    const { hands, router } = renderList({
      'GET /api/do-not-contact/removals': { removals: [removal], pagination: paginationOf(1, 50) },
    });
    await hands.click(await screen.findByRole('tab', { name: 'Removed' }));
    const row = within(await screen.findByRole('row', { name: /@olive/ }));
    expect(row.getByRole('cell', { name: 'They wrote to us' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: /Competitor/ })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?tab=history');
  });

  it('says when nobody has been removed yet', async () => {
    renderList(
      { 'GET /api/do-not-contact/removals': { removals: [], pagination: paginationOf(0) } },
      '/do-not-contact?tab=history',
    );
    expect(await screen.findByText('No one has been removed from this list')).toBeInTheDocument();
  });

  it('says how many forgotten people stay on it without a name', async () => {
    renderList({
      'GET /api/do-not-contact': { people: [rosa], pagination: paginationOf(1), forgotten_count: 2 },
    });
    expect(await screen.findByText('2 forgotten people stay on this list without a name.')).toBeInTheDocument();
  });

  it('is exported to a file, with the current search applied', async () => {
    const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:list';
    URL.revokeObjectURL = () => undefined;
    const { hands, api } = renderList(
      { 'GET /api/do-not-contact/export': () => new Response('username', { headers: { 'content-type': 'text/csv' } }) },
      '/do-not-contact?search=ro',
    );
    await hands.click(await screen.findByRole('button', { name: 'Export' }));
    await hands.click(await screen.findByRole('menuitem', { name: 'CSV file', hidden: true }));
    expect(await screen.findByText('List exported (1 KB)')).toBeInTheDocument();
    expect(api.of('GET /api/do-not-contact/export')[0]?.query).toEqual({ format: 'csv', search: 'ro' });
    expect(link.mock.contexts[0]).toMatchObject({ download: 'do-not-contact.csv' });
    link.mockRestore();
  });
});

describe('adding people', () => {
  it('sends each name once with the reason, and reports the results', async () => {
    const view = renderList({ 'POST /api/do-not-contact': { added: 1, in_flight: ['rosa'], invalid: ['no!'] } });
    await openForm(view);
    await paste(view, 'Rosa, @rosa https://www.instagram.com/rosa/\nmara;no!', 'Asked us to stop');
    const report = within(await screen.findByRole('dialog', { name: 'People added' }));
    expect(view.api.of('POST /api/do-not-contact').map(({ body }) => body)).toEqual([
      { usernames: ['https://www.instagram.com/rosa/', 'mara', 'no!'], reason: 'Asked us to stop', origin: 'added' },
    ]);
    const figures = ['Added', 'Already on the list', 'Not usernames'].map(
      (name) => report.getByText(name).nextSibling?.textContent,
    );
    expect(figures).toEqual(['1', '1', '1']);
    expect(report.getByText('A message to 1 person may be on its way')).toBeInTheDocument();
    expect(report.getByText(/^@rosa\. After that/)).toBeInTheDocument();
    expect(report.getByText('no!')).toBeInTheDocument();
    await waitFor(() => expect(view.api.of('GET /api/do-not-contact')).toHaveLength(2));
    await view.hands.click(report.getByRole('button', { name: 'Add more' }));
    expect(await screen.findByRole('textbox', { name: 'Usernames' })).toHaveValue('');
  });

  it('adds the others when a name is far too long', async () => {
    const view = renderList({ 'POST /api/do-not-contact': { added: 1, in_flight: [], invalid: ['no!'] } });
    await openForm(view);
    await paste(view, `rosa no! ${'x'.repeat(501)}`);
    const report = within(await screen.findByRole('dialog', { name: 'People added' }));
    expect(view.api.of('POST /api/do-not-contact').map(({ body }) => namesOf(body))).toEqual([['rosa', 'no!']]);
    expect(report.getByText('Not usernames').nextSibling).toHaveTextContent('2');
    expect(report.getByText(`${'x'.repeat(100)}…, no!`)).toBeInTheDocument();
  });

  it('says which cells of pasted rows are left out', async () => {
    const view = renderList({ 'POST /api/do-not-contact': { added: 1, in_flight: [], invalid: [] } });
    const form = await openForm(view);
    await view.hands.click(form.getByRole('textbox', { name: 'Usernames' }));
    await view.hands.paste('rosa\tAsked us to stop');
    expect(await form.findByText('Only the first column is added. Left out: Asked us to stop')).toBeInTheDocument();
    await view.hands.click(form.getByRole('button', { name: 'Add 1 person' }));
    await screen.findByRole('dialog', { name: 'People added' });
    expect(view.api.of('POST /api/do-not-contact').map(({ body }) => namesOf(body))).toEqual([['rosa']]);
  });

  it('asks for at least one name', async () => {
    const view = renderList();
    await openForm(view);
    await paste(view, ' , ');
    expect(await screen.findByText('Enter at least one username')).toBeInTheDocument();
    expect(view.api.of('POST /api/do-not-contact')).toEqual([]);
  });

  it('reads a file, and sends many names in several requests', async () => {
    const view = renderList({
      'POST /api/do-not-contact': ({ body }) => ({ added: namesOf(body).length, in_flight: [], invalid: [] }),
    });
    const form = await openForm(view);
    const names = Array.from({ length: partSize + 3 }, (_, index) => `person${index}`);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    await view.hands.upload(input, new File([names.join('\n')], 'stop.txt', { type: 'text/plain' }));
    expect(await form.findByText('stop.txt')).toBeInTheDocument();
    await view.hands.click(form.getByRole('button', { name: 'Add 5,003 people' }));
    const report = within(await screen.findByRole('dialog', { name: 'People added' }));
    expect(report.getByText('5,003')).toBeInTheDocument();
    const parts = view.api.of('POST /api/do-not-contact').map(({ body }) => namesOf(body));
    expect(parts.map((part) => part.length)).toEqual([partSize, 3]);
    expect(view.api.of('POST /api/do-not-contact')[0]?.body).toMatchObject({ origin: 'imported' });
  });

  it('says how many names were added when a later request fails, and keeps the names', async () => {
    const answers = [
      { added: partSize, in_flight: [], invalid: [] },
      new Failure(500, { error: 'The server is busy.' }),
    ];
    const view = renderList({
      'POST /api/do-not-contact': () => answers.shift() ?? { added: 3, in_flight: [], invalid: [] },
    });
    await openForm(view);
    await paste(view, Array.from({ length: partSize + 3 }, (_, index) => `person${index}`).join(' '));
    expect(
      await screen.findByText('Only the first 5,000 of 5,003 names were added. Add the names again to finish.'),
    ).toBeInTheDocument();
    expect(screen.getByText('The server is busy.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add 5,003 people' })).toBeEnabled();
  });

  it('reads the same file again', async () => {
    const view = renderList();
    const form = await openForm(view);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    const file = new File(['rosa'], 'stop.txt', { type: 'text/plain' });
    await view.hands.upload(input, file);
    await view.hands.click(await form.findByRole('button', { name: 'Paste names instead' }));
    await view.hands.upload(input, file);
    expect(await form.findByText('stop.txt')).toBeInTheDocument();
  });

  it('says why a file cannot be read', async () => {
    const view = renderList();
    const form = await openForm(view);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    await view.hands.upload(input, new File([''], 'empty.csv', { type: 'text/csv' }));
    expect(await form.findByText('This file has no rows.')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'Usernames' })).toBeInTheDocument();
  });

  it('adds nobody with a reason that is too long', async () => {
    const view = renderList();
    const form = await openForm(view);
    await view.hands.click(form.getByRole('textbox', { name: 'Reason' }));
    await view.hands.paste('a'.repeat(501));
    await paste(view, 'rosa');
    expect(form.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    expect(view.api.of('POST /api/do-not-contact')).toHaveLength(0);
  });

  it('keeps what was typed when the server refuses', async () => {
    const view = renderList({ 'POST /api/do-not-contact': new Failure(500, { error: 'The server is busy.' }) });
    await openForm(view);
    await paste(view, 'rosa');
    expect(await screen.findByText('The server is busy.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Usernames' })).toHaveValue('rosa');
  });
});

describe('allowing contact again', () => {
  async function openRemoval({ hands }: View) {
    await hands.click(await screen.findByRole('button', { name: 'Allow contact with rosa again' }));
    return within(await screen.findByRole('dialog', { name: 'Allow contact again' }));
  }

  it('needs a reason', async () => {
    const view = renderList({ 'DELETE /api/do-not-contact/:username': { success: true } });
    const form = await openRemoval(view);
    await view.hands.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(await form.findByText('Please give a reason')).toBeInTheDocument();
    await view.hands.click(form.getByRole('textbox', { name: 'Reason' }));
    await view.hands.paste('a'.repeat(501));
    await view.hands.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(form.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    await view.hands.clear(form.getByRole('textbox', { name: 'Reason' }));
    await view.hands.type(form.getByRole('textbox', { name: 'Reason' }), 'They wrote to us');
    await view.hands.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(await screen.findByText('@rosa can be contacted again')).toBeInTheDocument();
    expect(view.api.of('DELETE /api/do-not-contact/:username')).toMatchObject([
      { params: { username: 'rosa' }, query: { reason: 'They wrote to us' } },
    ]);
  });

  it('says why it failed, and stays open', async () => {
    const view = renderList({ 'DELETE /api/do-not-contact/:username': new Failure(409, { error: 'Not now.' }) });
    const form = await openRemoval(view);
    await view.hands.type(form.getByRole('textbox', { name: 'Reason' }), 'x');
    await view.hands.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Allow contact again' })).toBeInTheDocument();
  });
});
