import type { CallOutput } from '@sandpiper/contract/client';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { timeZone } from '../../platform/dates.ts';
import { buildAccount, buildList, buildUser, paginationOf } from '../../testing/builders.ts';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ListsScreen } from './lists-screen.tsx';

const bakers = buildList({ name: 'Bakers', recipient_count: 100, pending_count: 60, sent_count: 30, failed_count: 8 });
const guests = buildList({ id: 2, name: 'Guests', recipient_count: 5, pending_count: 5, sent_count: 0 });
const made = buildList({ id: 9, name: 'New' });

/** Opens a dialog from the menu of the list "Bakers". */
async function openFromMenu(item: string, title: string, replies: Replies = {}) {
  const rendered = renderScreen(<ListsScreen />, {
    url: '/lists',
    replies: { 'GET /api/lists': { lists: [bakers, guests] }, ...replies },
  });
  await rendered.userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
  await rendered.userEvents.click(await screen.findByRole('menuitem', { name: item }));
  return { ...rendered, form: within(await screen.findByRole('dialog', { name: title })) };
}

/** Closes the open dialog, and opens the one that edits the list "Guests". */
async function closeAndOpenEdit(userEvents: UserEvent) {
  await userEvents.keyboard('{Escape}');
  const discard = screen.queryByRole('button', { name: 'Discard' });
  if (discard !== null) await userEvents.click(discard);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvents.click(await screen.findByRole('button', { name: 'Actions for Guests' }));
  await userEvents.click(await screen.findByRole('menuitem', { name: 'Edit List' }));
  await screen.findByRole('dialog', { name: 'Edit List' });
}

describe('the dialog that copies a list', () => {
  it('suggests a name, and opens the copy', async () => {
    const { userEvents, form, api, router } = await openFromMenu('Copy…', 'Copy list', {
      'POST /api/lists/:id/copy': { list: made },
    });
    expect(form.getByText(/includes everyone on the list \(100 people\)/)).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue('Bakers (copy)');
    await userEvents.click(form.getByRole('button', { name: 'Copy list' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/9'));
    expect(api.of('POST /api/lists/:id/copy')[0]).toMatchObject({
      params: { id: '1' },
      body: { name: 'Bakers (copy)' },
    });
  });

  it('does not close another dialog that was opened before the copy was made', async () => {
    const answer = Promise.withResolvers<{ list: typeof made }>();
    const { userEvents, form, router, api } = await openFromMenu('Copy…', 'Copy list', {
      'POST /api/lists/:id/copy': () => answer.promise,
    });
    await userEvents.click(form.getByRole('button', { name: 'Copy list' }));
    await waitFor(() => expect(api.of('POST /api/lists/:id/copy')).toHaveLength(1));
    await closeAndOpenEdit(userEvents);
    const before = api.of('GET /api/lists').length;
    answer.resolve({ list: made });
    await waitFor(() => expect(api.of('GET /api/lists').length).toBeGreaterThan(before));
    expect(screen.getByRole('dialog', { name: 'Edit List' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/lists');
  });

  it('suggests a name that fits, without cutting an emoji in half', async () => {
    const long = { ...bakers, name: '🥐'.repeat(50) };
    const { userEvents } = renderScreen(<ListsScreen />, {
      url: '/lists',
      replies: { 'GET /api/lists': { lists: [long] } },
    });
    await userEvents.click(await screen.findByRole('button', { name: /^Actions for/ }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Copy…' }));
    const form = within(await screen.findByRole('dialog', { name: 'Copy list' }));
    expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue(`${'🥐'.repeat(46)} (copy)`);
  });

  it('stays open and shows the reason when the server rejects the request', async () => {
    const { userEvents, form, router } = await openFromMenu('Copy…', 'Copy list', {
      'POST /api/lists/:id/copy': new Failure(400, {
        error: 'Not possible',
        code: 'validation_failed',
        fields: { name: 'Use at most 100 characters' },
      }),
    });
    await userEvents.click(form.getByRole('button', { name: 'Copy list' }));
    expect(await form.findByText('Use at most 100 characters')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/lists');
  });
});

describe('merging lists', () => {
  const merged: Replies = { 'POST /api/lists/:id/merge': { list: made } };

  it('requires at least one other list, and creates a new list', async () => {
    const { userEvents, form, api, router } = await openFromMenu('Merge…', 'Merge lists', merged);
    await userEvents.click(form.getByRole('button', { name: 'Merge lists' }));
    expect(await form.findByText('Choose at least one list')).toBeInTheDocument();
    await userEvents.click(form.getByRole('combobox', { name: /Merge with/ }));
    await userEvents.click(await screen.findByRole('option', { name: 'Guests (5 people)' }));
    expect(screen.queryByRole('option', { name: /Bakers/ })).not.toBeInTheDocument();
    await userEvents.click(form.getByRole('button', { name: 'Merge lists' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/9'));
    expect(api.of('POST /api/lists/:id/merge')[0]).toMatchObject({
      params: { id: '1' },
      body: { list_ids: [2], name: 'Bakers and others' },
    });
  });

  it('can add everyone to the existing list instead of a new one', async () => {
    const { userEvents, form, api } = await openFromMenu('Merge…', 'Merge lists', merged);
    await userEvents.click(form.getByRole('combobox', { name: /Merge with/ }));
    await userEvents.click(await screen.findByRole('option', { name: /Guests/ }));
    await userEvents.click(form.getByRole('radio', { name: 'Add everyone to “Bakers”' }));
    expect(form.queryByRole('textbox', { name: /Name/ })).not.toBeInTheDocument();
    await userEvents.click(form.getByRole('button', { name: 'Merge lists' }));
    await waitFor(() => expect(api.of('POST /api/lists/:id/merge')[0]?.body).toEqual({ list_ids: [2] }));
  });
});

describe('the dialog that splits a list', () => {
  const accounts = [1, 2, 3].map((id) => buildAccount({ id, is_active: 1 }));
  const replies: Replies = {
    'GET /api/profiles': {
      profiles: [...accounts, buildAccount({ id: 4, is_active: 0 })],
      pagination: paginationOf(4),
    },
    'POST /api/lists/:id/split': { lists: [made, made, made, made] },
  };

  it('suggests one part for each active account, and shows what the result will be', async () => {
    const { userEvents, form, api } = await openFromMenu('Split…', 'Split list', replies);
    const parts = form.getByRole('textbox', { name: /Number of lists/ });
    await waitFor(() => expect(parts).toHaveValue('3'));
    expect(form.getByRole('status')).toHaveTextContent(
      '“Bakers 1/3” to “Bakers 3/3”, with 33 or 34 people each. This list stays as it is.',
    );
    await userEvents.clear(parts);
    await userEvents.type(parts, '2');
    expect(form.getByRole('status')).toHaveTextContent('“Bakers 1/2” and “Bakers 2/2”, with 50 people each.');
    await userEvents.clear(parts);
    await userEvents.type(parts, '4');
    expect(form.getByRole('status')).toHaveTextContent('with 25 people each');
    await userEvents.click(form.getByRole('button', { name: 'Create 4 lists' }));
    expect(await screen.findByText('4 lists created')).toBeInTheDocument();
    expect(api.of('POST /api/lists/:id/split')[0]).toMatchObject({ params: { id: '1' }, body: { parts: 4 } });
  });

  it('keeps the number that was typed before the accounts were loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<CallOutput<'GET /api/profiles'>>();
    const { userEvents, form } = await openFromMenu('Split…', 'Split list', { 'GET /api/profiles': () => promise });
    const parts = form.getByRole('textbox', { name: /Number of lists/ });
    await userEvents.clear(parts);
    await userEvents.type(parts, '7');
    resolve({ profiles: accounts, pagination: paginationOf(3) });
    expect(await form.findByText(/3 active accounts/)).toBeInTheDocument();
    expect(parts).toHaveValue('7');
  });

  it('does not reuse a number that was typed for another list, even if the accounts can’t be loaded', async () => {
    const { userEvents, form } = await openFromMenu('Split…', 'Split list', {
      'GET /api/profiles': new Failure(500, { error: 'Broken' }),
    });
    const parts = form.getByRole('textbox', { name: /Number of lists/ });
    await userEvents.clear(parts);
    await userEvents.type(parts, '7');
    await userEvents.click(form.getByRole('button', { name: 'Cancel' }));
    await userEvents.click(form.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvents.click(screen.getByRole('button', { name: 'Actions for Guests' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Split…' }));
    const next = within(await screen.findByRole('dialog', { name: 'Split list' }));
    expect(next.getByRole('textbox', { name: /Number of lists/ })).toHaveValue('2');
  });

  it('rejects a number of lists that is out of range', async () => {
    const { userEvents, form, api } = await openFromMenu('Split…', 'Split list', replies);
    const parts = form.getByRole('textbox', { name: /Number of lists/ });
    await waitFor(() => expect(parts).toHaveValue('3'));
    await userEvents.clear(parts);
    await userEvents.type(parts, '51{Enter}');
    expect(await form.findByText('Enter a whole number from 2 to 50')).toBeInTheDocument();
    expect(api.of('POST /api/lists/:id/split')).toHaveLength(0);
  });

  it('can’t be confirmed if the list has only one person', async () => {
    const { form } = await openFromMenu('Split…', 'Split list', {
      ...replies,
      'GET /api/lists': { lists: [{ ...bakers, recipient_count: 1 }] },
    });
    expect(form.getByText('Only lists with at least two people can be split.')).toBeInTheDocument();
    expect(form.getByRole('button', { name: /^Create/ })).toBeDisabled();
  });
});

describe('a list of people not reached yet', () => {
  const menu = 'New list of people not reached yet…';

  it('can include people whose message failed', async () => {
    const { userEvents, form, api, router } = await openFromMenu(menu, 'New list of people not reached yet', {
      'POST /api/lists/:id/not-reached': { list: made },
    });
    expect(form.getByText(/^60 people are still waiting for a message/)).toBeInTheDocument();
    await userEvents.click(form.getByRole('checkbox', { name: 'Include people whose message failed (8)' }));
    await userEvents.click(form.getByRole('button', { name: 'Create list' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists/9'));
    expect(api.of('POST /api/lists/:id/not-reached')[0]?.body).toEqual({
      name: 'Bakers: not reached',
      include_failed: true,
    });
  });

  it('can’t be created when everyone was reached', async () => {
    const { form } = await openFromMenu(menu, 'New list of people not reached yet', {
      'GET /api/lists': { lists: [{ ...bakers, pending_count: 0, failed_count: 0 }] },
    });
    expect(form.getByText('No one on this list is waiting for a message.')).toBeInTheDocument();
    expect(form.getByRole('button', { name: 'Create list' })).toBeDisabled();
    expect(form.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});

describe('a list that is being filled', () => {
  const filling = { kind: 'merge', status: 'running', total: 2000, done: 500, added: 480, duplicates: 20 } as const;

  it('shows its progress, and a message once it is complete', async () => {
    const { api } = renderScreen(<ListsScreen />, {
      url: '/lists',
      replies: { 'GET /api/lists': { lists: [{ ...bakers, filling }] } },
    });
    const card = within(await screen.findByRole('article', { name: 'Bakers' }));
    expect(card.getByRole('status')).toHaveTextContent('Merging lists… 500 of 2,000');
    expect(card.getByRole('progressbar', { name: 'Merging lists…' })).toHaveAttribute('aria-valuenow', '25');
    api.set({
      'GET /api/lists': {
        lists: [{ ...bakers, filling: { ...filling, status: 'done', done: 2000, added: 1900, duplicates: 100 } }],
      },
    });
    expect(await screen.findByText('“Bakers” is ready', {}, { timeout: 5000 })).toBeInTheDocument();
    expect(screen.getByText('1,900 people added. 100 people were on several lists.')).toBeInTheDocument();
    expect(card.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('doesn’t announce an earlier copy when an import ends', async () => {
    const { api } = renderScreen(<ListsScreen />, {
      url: '/lists',
      replies: { 'GET /api/lists': { lists: [{ ...bakers, filling: { ...filling, kind: 'import' } }] } },
    });
    await screen.findByRole('article', { name: 'Bakers' });
    const merged = { ...bakers, name: 'Bakers and more', filling: { ...filling, status: 'done' as const } };
    api.set({ 'GET /api/lists': { lists: [merged] } });
    await screen.findByRole('article', { name: 'Bakers and more' }, { timeout: 5000 });
    expect(screen.queryByText('“Bakers and more” is ready')).not.toBeInTheDocument();
  });

  it('says that it is incomplete if the server stopped adding people', async () => {
    renderScreen(<ListsScreen />, {
      url: '/lists',
      replies: { 'GET /api/lists': { lists: [{ ...bakers, filling: { ...filling, status: 'stopped' } }] } },
    });
    expect(await screen.findByText(/This list is incomplete: only 480 of 2,000 people/)).toBeInTheDocument();
  });
});

describe('exporting a list', () => {
  it('works without a subscription', async () => {
    const { userEvents, api } = renderScreen(<ListsScreen />, {
      url: '/lists',
      user: buildUser({ subscription_end_date: '2020-01-01' }),
      replies: { 'GET /api/lists': { lists: [bakers] }, 'GET /api/lists/:id/export': new Response('username\r\n') },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy…' })).toBeDisabled();
    await userEvents.click(screen.getByRole('menuitem', { name: 'Export CSV' }));
    expect(await screen.findByText(/^List exported/)).toBeInTheDocument();
    expect(api.of('GET /api/lists/:id/export')[0]).toMatchObject({
      params: { id: '1' },
      query: { format: 'csv', timezone: timeZone },
    });
  });
});
