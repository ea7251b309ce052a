import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { SearchableCards } from './searchable-cards.tsx';

const texts = { search: 'Search things…', foundTitle: 'No things found', found: (text: string) => `Not ${text}` };

function renderCards(count: number, url = '/lists') {
  const items = Array.from({ length: count }, (_, index) => ({
    name: `Thing ${index}`,
    note: index === 3 ? 'Red' : null,
  }));
  return renderScreen(
    <SearchableCards items={items} textsOf={({ name, note }) => [name, note]} width="10rem" texts={texts}>
      {({ name }) => <article key={name}>{name}</article>}
    </SearchableCards>,
    { url },
  );
}

const shown = () => screen.queryAllByRole('article').map((card) => card.textContent);

describe('many cards', () => {
  it('can be searched, ignoring case, and the search is kept in the URL', async () => {
    const { userEvents, router } = renderCards(12);
    const field = await screen.findByRole('searchbox', { name: 'Search things' });
    await userEvents.type(field, 'thing 1');
    await waitFor(() => expect(shown()).toEqual(['Thing 1', 'Thing 10', 'Thing 11']));
    expect(router.state.location.search).toBe('?search=thing+1');
    await userEvents.clear(field);
    await userEvents.type(field, 'red');
    await waitFor(() => expect(shown()).toEqual(['Thing 3']));
  });

  it('are replaced by a message if none matches', async () => {
    renderCards(12, '/lists?search=zebra');
    expect(await screen.findByText('No things found')).toBeInTheDocument();
    expect(screen.getByText('Not zebra')).toBeInTheDocument();
    expect(shown()).toEqual([]);
  });
});

it('a few cards have no search field, unless the URL contains a search', async () => {
  const { unmount } = renderCards(9);
  expect(await screen.findAllByRole('article')).toHaveLength(9);
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  unmount();
  renderCards(9, '/lists?search=thing');
  expect(await screen.findByRole('searchbox')).toHaveValue('thing');
});
