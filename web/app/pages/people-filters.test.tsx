import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildList } from '../testing/builders.ts';
import { unreachable } from '../testing/fake-api.ts';
import { choose, nobody, pick, renderPeople, selectBoth } from '../testing/people-screen.tsx';

const lists = { lists: [buildList(), buildList({ id: 2, name: 'Kites' })] };
const tags = { tags: [{ id: 3, name: 'VIP', people: { count: 1, is_more: false } }] };

it('a filter says that its tag or list was deleted', async () => {
  renderPeople({ 'GET /api/people': nobody }, '/people?tag=99&list=98');
  expect(await screen.findByDisplayValue('Deleted tag')).toBeInTheDocument();
  expect(await screen.findByDisplayValue('Deleted list')).toBeInTheDocument();
});

it('a filter says that its choices can’t be loaded, and loads them again on request', async () => {
  const view = renderPeople({ 'GET /api/tags': unreachable, 'GET /api/lists': unreachable }, '/people?list=2');
  expect(await screen.findByDisplayValue('Not loaded')).toBe(screen.getByRole('combobox', { name: 'List' }));
  view.api.set({ 'GET /api/tags': tags, 'GET /api/lists': lists });
  await choose(view, 'List', 'Couldn’t load. Try again');
  expect(await screen.findByDisplayValue('Kites')).toBeInTheDocument();
  await choose(view, 'Tag', 'Couldn’t load. Try again');
  await choose(view, 'Tag', 'VIP');
  expect(view.router.state.location.search).toBe('?list=2&tag=3');
});

it('the dialog that adds people to a list says that the lists can’t be loaded, and loads them again on request', async () => {
  const view = renderPeople({ 'GET /api/lists': unreachable });
  await selectBoth(view);
  await view.userEvents.click(screen.getByRole('button', { name: 'Add to list…' }));
  const field = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'List' });
  view.api.set({ 'GET /api/lists': lists });
  await pick(view, field, 'Couldn’t load. Try again');
  await pick(view, field, 'Kites');
  expect(field).toHaveValue('Kites');
});
