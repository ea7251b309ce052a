import type { ReactNode } from 'react';
import { useTableState } from '../platform/url-state.ts';
import { CardGrid } from './card-grid.tsx';
import { EmptyState } from './empty-state.tsx';
import { FilterBar, SearchInput } from './filter-bar.tsx';

/** With fewer cards, a search field would be in the way. */
const cardsToSearch = 10;

const defaults = { size: 1, filters: {} };

type SearchableCardsProps<Item> = {
  items: readonly Item[];
  /** Returns the texts in which the search finds an item. */
  textsOf: (item: Item) => readonly (string | null)[];
  /** The minimum width of a card, as a CSS length. */
  width: string;
  texts: { search: string; foundTitle: string; found: (search: string) => string };
  children: (item: Item) => ReactNode;
};

/** A grid of cards. If there are many cards, a search field appears above them. The search is stored in the URL. */
export function SearchableCards<Item>({ items, textsOf, width, texts, children }: SearchableCardsProps<Item>) {
  const { search, setSearch } = useTableState(defaults);
  const wanted = search.toLowerCase();
  const shown = items.filter((item) => textsOf(item).some((text) => text?.toLowerCase().includes(wanted)));
  return (
    <>
      {(items.length >= cardsToSearch || search !== '') && (
        <FilterBar>
          <SearchInput value={search} onSearch={setSearch} placeholder={texts.search} />
        </FilterBar>
      )}
      {shown.length === 0 ? (
        <EmptyState title={texts.foundTitle}>{texts.found(search)}</EmptyState>
      ) : (
        <CardGrid width={width}>{shown.map(children)}</CardGrid>
      )}
    </>
  );
}
