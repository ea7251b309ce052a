import { screen, within } from '@testing-library/react';
import PeoplePage from '../pages/people.page.tsx';
import { buildList, buildUser, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { buildPerson } from './people-builders.ts';
import { renderScreen } from './render-screen.tsx';

const vip = { id: 3, name: 'VIP' };
const rosa = buildPerson({ note: 'Wants the catalog', tags: [vip, { id: 4, name: 'Baker' }], is_do_not_contact: true });
const mara = buildPerson({
  id: 2,
  username: 'mara',
  lists: [],
  list_count: 0,
  last_contacted_at: null,
  last_profile_name: null,
  outcome: null,
});
export const page = {
  people: [rosa, mara],
  total: { count: 2, is_more: false },
  next_before: null,
  previous_after: null,
};
export const nobody = { ...page, people: [], total: { count: 0, is_more: false } };
export const saved = {
  id: 9,
  name: 'New bakers',
  filter: { list_id: 1, state: 'never_contacted' as const },
  created_at: rosa.created_at,
};

export function renderPeople(replies: Replies = {}, url = '/people', user = buildUser()) {
  return renderScreen(<PeoplePage />, {
    url,
    user,
    replies: {
      'GET /api/people': page,
      'GET /api/people-changes': { changes: [], pagination: paginationOf(0) },
      'GET /api/tags': { tags: [{ ...vip, people: { count: 1, is_more: false } }] },
      'GET /api/saved-filters': { saved_filters: [saved] },
      'GET /api/lists': { lists: [buildList(), buildList({ id: 2, name: 'Kites' })] },
      ...replies,
    },
  });
}

type View = ReturnType<typeof renderPeople>;

export const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
export const menuItem = (name: string) => screen.findByRole('menuitem', { name });

/**
 * Opens a field's dropdown and picks an option. Searches only this field's dropdown, because other fields have options with the same names.
 */
export async function pick({ userEvents }: View, field: HTMLElement, option: string): Promise<void> {
  await userEvents.click(field);
  const choices = document.querySelector<HTMLElement>(`[id="${field.getAttribute('aria-controls') ?? ''}"]`);
  if (choices === null) throw new Error('The field has no list of choices');
  await userEvents.click(await within(choices).findByRole('option', { name: option }));
}

export async function choose(view: View, filter: string, option: string): Promise<void> {
  await pick(view, await screen.findByRole('combobox', { name: filter }), option);
}

export async function selectBoth({ userEvents }: View): Promise<void> {
  await screen.findByRole('row', { name: /@rosa/ });
  await userEvents.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
}
