import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildList } from '../../testing/builders.ts';
import { unreachable, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ListHeader } from './list-header.tsx';

const bakers = buildList({ name: 'Bakers', recipient_count: 100 });

it.each<[string, Replies['GET /api/lists'], string]>([
  ['the lists are loading', () => new Promise(() => undefined), 'Loading…'],
  ['the lists can’t be loaded', unreachable, 'The lists couldn’t be loaded. Close this dialog and try again.'],
  ['there is no other list', { lists: [bakers] }, 'You have no other lists to merge with.'],
])('the dialog that merges lists says so if %s', async (_state, lists, text) => {
  const { userEvents } = renderScreen(<ListHeader list={bakers} buttons={null} items={null} />, {
    url: '/lists/1',
    replies: lists === undefined ? {} : { 'GET /api/lists': lists },
  });
  await userEvents.click(await screen.findByRole('button', { name: 'Actions for Bakers' }));
  await userEvents.click(await screen.findByRole('menuitem', { name: 'Merge…' }));
  const form = within(await screen.findByRole('dialog', { name: 'Merge lists' }));
  await userEvents.click(form.getByRole('combobox', { name: /Merge with/ }));
  expect(await screen.findByText(text)).toBeInTheDocument();
});
