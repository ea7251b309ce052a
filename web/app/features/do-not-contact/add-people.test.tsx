import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { readToken, removeToken, storeToken } from '../../platform/token-store.ts';
import { renderList, openForm, paste, namesOf } from '../../testing/do-not-contact-screen.tsx';
import { Failure } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { keptFocusMs } from '../../ui/use-kept-focus.ts';
import { AddPeopleModal } from './add-people-modal.tsx';
import { namesIn, partSize, type ReadNames } from './add-people.ts';

function AddPeopleAgain({ readNames }: { readNames: ReadNames }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <AddPeopleModal readNames={readNames} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

describe('pasted usernames', () => {
  it('don’t include duplicates, or a column header at the beginning', () => {
    expect(namesIn('Username\n@rosa\nmara, Rosa').names).toEqual(['Rosa', 'mara']);
    expect(namesIn('rosa\ninstagram').names).toEqual(['rosa', 'instagram']);
  });

  it('include only the first cell of a row copied from a spreadsheet if no cell begins with @', () => {
    expect(
      namesIn('Username\tReason\r\nrosa\tAsked us to stop\r\nmara\t\r\n\tno name\r\nben b\tAsked us to stop'),
    ).toEqual({
      names: ['rosa', 'mara', 'ben b'],
      leftOut: ['Reason', 'Asked us to stop', 'no name'],
    });
  });

  it('can share a line that has no tab before its end', () => {
    expect(namesIn('rosa, mara\nben\t').names).toEqual(['rosa', 'mara', 'ben']);
  });

  it('include all cells of a row if all of them begin with @, and otherwise the only one that does', () => {
    expect(namesIn('1\t@rosa\n2\t@mara')).toEqual({ names: ['@rosa', '@mara'], leftOut: ['1', '2'] });
    expect(namesIn('@rosa\t@mara\n@ben\tCompetitor')).toEqual({
      names: ['@rosa', '@mara', '@ben'],
      leftOut: ['Competitor'],
    });
  });
});

describe('the form for adding people', () => {
  it('asks before discarding what was pasted', async () => {
    const view = renderList();
    const form = await openForm(view);
    const field = form.getByRole('textbox', { name: 'Usernames' });
    await view.userEvents.click(field);
    await view.userEvents.paste('ben\ncarl');
    await view.userEvents.keyboard('{Escape}');
    expect(form.getByRole('alert')).toHaveTextContent('Discard what you typed?');
    expect(field).toHaveValue('ben\ncarl');
    await view.userEvents.click(form.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('asks before discarding the reason', async () => {
    const view = renderList();
    const form = await openForm(view);
    await view.userEvents.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked by phone');
    await view.userEvents.keyboard('{Escape}');
    expect(form.getByRole('alert')).toHaveTextContent('Discard what you typed?');
  });
});

describe('the form for adding people', () => {
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
    expect(report.getByText(/^@rosa\. They won’t get any other/)).toBeInTheDocument();
    expect(report.getByText('no!')).toBeInTheDocument();
    await waitFor(() => expect(view.api.of('GET /api/do-not-contact')).toHaveLength(2));
    await view.userEvents.click(report.getByRole('button', { name: 'Add more' }));
    expect(await screen.findByRole('textbox', { name: 'Usernames' })).toHaveValue('');
  });

  it('adds the other names when one is far too long', async () => {
    const view = renderList({ 'POST /api/do-not-contact': { added: 1, in_flight: [], invalid: ['no!'] } });
    await openForm(view);
    await paste(view, `rosa no! ${'x'.repeat(501)}`);
    const report = within(await screen.findByRole('dialog', { name: 'People added' }));
    expect(view.api.of('POST /api/do-not-contact').map(({ body }) => namesOf(body))).toEqual([['rosa', 'no!']]);
    expect(report.getByText('Not usernames').nextSibling).toHaveTextContent('2');
    expect(report.getByText(`${'x'.repeat(100)}…, no!`)).toBeInTheDocument();
  });

  it('shows which cells of pasted rows are left out', async () => {
    const view = renderList({ 'POST /api/do-not-contact': { added: 1, in_flight: [], invalid: [] } });
    const form = await openForm(view);
    await view.userEvents.click(form.getByRole('textbox', { name: 'Usernames' }));
    await view.userEvents.paste('rosa\tAsked us to stop');
    expect(await form.findByText('Only one username per row is added. Left out: Asked us to stop')).toBeInTheDocument();
    await view.userEvents.click(form.getByRole('button', { name: 'Add 1 person' }));
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
    await view.userEvents.upload(input, new File([names.join('\n')], 'stop.txt', { type: 'text/plain' }));
    expect(await form.findByText('stop.txt')).toBeInTheDocument();
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await view.userEvents.click(form.getByRole('button', { name: 'Add 5,003 people' }));
    const report = within(await screen.findByRole('dialog', { name: 'People added' }));
    expect(report.getByText('5,003')).toBeInTheDocument();
    const parts = view.api.of('POST /api/do-not-contact').map(({ body }) => namesOf(body));
    expect(parts.map((part) => part.length)).toEqual([partSize, 3]);
    expect(view.api.of('POST /api/do-not-contact')[0]?.body).toMatchObject({ origin: 'imported' });
    expect(timeout.mock.calls.filter(([ms]) => ms === 120_000)).toHaveLength(2);
    timeout.mockRestore();
  });

  it('reports what was added when a later request fails, and adds the rest on request', async () => {
    const busy = new Failure(500, { error: 'The server is busy.' });
    const answers = [{ added: 4990, in_flight: ['person1'], invalid: ['no!'] }, busy, busy];
    const view = renderList({
      'POST /api/do-not-contact': () => answers.shift() ?? { added: 2, in_flight: [], invalid: ['not.'] },
    });
    await openForm(view);
    const names = Array.from({ length: partSize + 3 }, (_, index) => `person${index}`);
    await paste(view, [...names, 'x'.repeat(501)].join(' '));
    const report = within(await screen.findByRole('dialog', { name: 'Adding people stopped' }));
    const figures = () =>
      ['Added', 'Already on the list', 'Not usernames'].map((name) => report.getByText(name).nextSibling?.textContent);
    expect(report.getByText('3 names left to add')).toBeInTheDocument();
    expect(report.getByText('The server is busy.')).toBeInTheDocument();
    expect(report.getByText('A message to 1 person may be on its way')).toBeInTheDocument();
    expect(figures()).toEqual(['4,990', '9', '2']);
    await view.userEvents.keyboard('{Escape}');
    expect(await report.findByText('Discard what you typed?')).toBeInTheDocument();
    await view.userEvents.click(report.getByRole('button', { name: 'Add the rest' }));
    await waitFor(() => expect(view.api.of('POST /api/do-not-contact')).toHaveLength(3));
    expect(figures()).toEqual(['4,990', '9', '2']);
    await view.userEvents.click(report.getByRole('button', { name: 'Add the rest' }));
    await screen.findByRole('dialog', { name: 'People added' });
    expect(figures()).toEqual(['4,992', '9', '3']);
    const last = view.api.of('POST /api/do-not-contact').at(-1);
    expect(namesOf(last?.body)).toEqual(['person5000', 'person5001', 'person5002']);
  });

  it('adds no more people after the user discards the rest, and says how many were added', async () => {
    const first = Promise.withResolvers<{ added: number; in_flight: string[]; invalid: string[] }>();
    const view = renderList({ 'POST /api/do-not-contact': () => first.promise });
    await openForm(view);
    await paste(view, Array.from({ length: 2 * partSize }, (_, index) => `person${index}`).join(' '));
    await waitFor(() => expect(view.api.of('POST /api/do-not-contact')).toHaveLength(1));
    await view.userEvents.keyboard('{Escape}');
    await view.userEvents.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const form = await openForm(view);
    first.resolve({ added: partSize, in_flight: ['person1'], invalid: [] });
    expect(await screen.findByText('5,000 people added, 5,000 names not added')).toBeInTheDocument();
    expect(screen.getByText('A message to 1 person may be on its way')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'Usernames' })).toBeEnabled();
    expect(screen.queryByRole('dialog', { name: /^(People added|Adding people stopped)$/ })).not.toBeInTheDocument();
    expect(view.api.of('POST /api/do-not-contact')).toHaveLength(1);
  });

  it('reports the result even if the user has left the page meanwhile', async () => {
    const answer = Promise.withResolvers<{ added: number; in_flight: string[]; invalid: string[] }>();
    const view = renderList({ 'POST /api/do-not-contact': () => answer.promise });
    await openForm(view);
    await paste(view, 'rosa mara no!');
    await waitFor(() => expect(view.api.of('POST /api/do-not-contact')).toHaveLength(1));
    void view.router.navigate('/elsewhere');
    await screen.findByText('Elsewhere');
    answer.resolve({ added: 2, in_flight: [], invalid: ['no!'] });
    expect(await screen.findByText('2 people added')).toBeInTheDocument();
    expect(screen.getByText('These weren’t added because they aren’t usernames:')).toBeInTheDocument();
    expect(screen.getByText('no!')).toBeInTheDocument();
  });

  it('adds no more people, and shows nothing, once another user has signed in', async () => {
    const first = Promise.withResolvers<{ added: number; in_flight: string[]; invalid: string[] }>();
    const view = renderList({ 'POST /api/do-not-contact': () => first.promise });
    await openForm(view);
    await paste(view, Array.from({ length: 2 * partSize }, (_, index) => `person${index}`).join(' '));
    await waitFor(() => expect(view.api.of('POST /api/do-not-contact')).toHaveLength(1));
    act(() => removeToken(readToken()));
    act(() => storeToken('of the next user'));
    await act(async () => {
      first.resolve({ added: partSize, in_flight: ['person1'], invalid: ['no!'] });
      await new Promise((resolve) => void setTimeout(resolve, 50));
    });
    expect(view.api.of('POST /api/do-not-contact')).toHaveLength(1);
    for (const text of [/ people added/, /^These weren’t added/, /may be on its way$/])
      expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('reads the same file again when the user chooses it again', async () => {
    const view = renderList();
    const form = await openForm(view);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    const file = new File(['rosa'], 'stop.txt', { type: 'text/plain' });
    await view.userEvents.upload(input, file);
    await view.userEvents.click(await form.findByRole('button', { name: 'Paste names instead' }));
    await view.userEvents.upload(input, file);
    expect(await form.findByText('stop.txt')).toBeInTheDocument();
  });

  it('returns focus to the field that had it if the people could not be added', async () => {
    const adding = Promise.withResolvers<never>();
    const view = renderList({ 'POST /api/do-not-contact': () => adding.promise });
    const form = await openForm(view);
    await view.userEvents.click(form.getByRole('textbox', { name: 'Usernames' }));
    await view.userEvents.paste('ben');
    const reason = form.getByRole('textbox', { name: /^Reason/ });
    await view.userEvents.type(reason, 'Asked us{Enter}');
    await waitFor(() => expect(reason).toBeDisabled());
    // Wait longer than the delay after which focus would move to another element.
    await new Promise((resolve) => setTimeout(resolve, 2 * keptFocusMs));
    expect(document.body).toHaveFocus();
    adding.reject(new Error('No connection'));
    await waitFor(() => expect(reason).toHaveFocus());
  });

  it('names the sheets of a workbook that are not read', async () => {
    const view = renderList();
    const form = await openForm(view);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    await view.userEvents.upload(input, new File(['rosa'], 'stop.xlsx'));
    expect(await form.findByText(/Sheets left out: 2024, Notes$/)).toBeInTheDocument();
  });

  it('forgets a file if the user closes the form while the file is being read', async () => {
    const reading = Promise.withResolvers<Awaited<ReturnType<ReadNames>>>();
    const view = renderScreen(<AddPeopleAgain readNames={() => reading.promise} />);
    await view.userEvents.click(await screen.findByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog');
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    await view.userEvents.upload(input, new File(['rosa'], 'stop.txt', { type: 'text/plain' }));
    await view.userEvents.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    reading.resolve({ names: ['rosa'], otherSheets: [] });
    await view.userEvents.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog');
    expect(screen.queryByText('stop.txt')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
  });

  it('explains why a file cannot be read', async () => {
    const view = renderList();
    const form = await openForm(view);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    await view.userEvents.upload(input, new File([''], 'empty.csv', { type: 'text/csv' }));
    expect(await form.findByText('This file has no rows.')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'Usernames' })).toBeInTheDocument();
  });

  it('adds nobody if the reason is too long', async () => {
    const view = renderList();
    const form = await openForm(view);
    await view.userEvents.click(form.getByRole('textbox', { name: 'Reason' }));
    await view.userEvents.paste('a'.repeat(501));
    await paste(view, 'rosa');
    expect(form.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    expect(view.api.of('POST /api/do-not-contact')).toHaveLength(0);
  });

  it('keeps what was typed when the server rejects the request', async () => {
    const view = renderList({ 'POST /api/do-not-contact': new Failure(500, { error: 'The server is busy.' }) });
    await openForm(view);
    await paste(view, 'rosa');
    expect(await screen.findByText('The server is busy.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Usernames' })).toHaveValue('rosa');
  });
});
