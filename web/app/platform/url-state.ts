import { useSearchParams } from 'react-router';
import { useChangeParams } from './url-values.ts';

/** A table's search, filters, page and page size, stored in the URL. `page` and `size` are positive integers. */
export type TableState<Filters extends Record<string, string>> = {
  page: number;
  size: number;
  search: string;
  filters: Filters;
  hasFilters: boolean;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  setSearch: (search: string) => void;
  /** Changes filters. Like `setSearch` and `setSize`, returns to the first page. */
  setFilters: (change: Partial<Filters>) => void;
  reset: () => void;
};

type TableDefaults<Filters extends Record<string, string>> = {
  size: number;
  sizes?: readonly number[];
  filters: Filters;
};

/** A change that removes the page number and the cursor from the URL, which leads to the first page. */
const firstPage = { page: undefined, before: undefined, after: undefined };

function positive(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value > 0 && value <= 1_000_000 ? value : null;
}

/** Stores a table's state in the URL. */
export function useTableState<Filters extends Record<string, string> = Record<never, string>>(
  defaults: TableDefaults<Filters>,
): TableState<Filters> {
  const [params] = useSearchParams();
  const change = useChangeParams();

  const asked = positive(params.get('size'));
  const size = asked !== null && (defaults.sizes ?? [asked]).includes(asked) && asked <= 100 ? asked : defaults.size;
  const filters = { ...defaults.filters };
  for (const name of Object.keys(filters) as (keyof Filters & string)[]) {
    const value = params.get(name);
    if (value !== null) Object.assign(filters, { [name]: value });
  }
  const search = params.get('search') ?? '';
  const withoutDefaults = (wanted: Partial<Filters>) =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => [name, value === defaults.filters[name] ? undefined : value]),
    );
  return {
    page: positive(params.get('page')) ?? 1,
    size,
    search,
    filters,
    hasFilters: search !== '' || Object.entries(filters).some(([name, value]) => value !== defaults.filters[name]),
    setPage: (page) => change({ page: page <= 1 ? undefined : page }),
    setSize: (next) => change({ size: next === defaults.size ? undefined : next, ...firstPage }),
    setSearch: (text) => change({ search: text, ...firstPage }),
    setFilters: (wanted) => change({ ...withoutDefaults(wanted), ...firstPage }),
    reset: () => change({ search: undefined, ...withoutDefaults(defaults.filters), ...firstPage }),
  };
}
