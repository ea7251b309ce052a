import { useDebouncedValue } from '@mantine/hooks';
import { normalizeUsername } from '@sandpiper/contract/usernames';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { campaignStatusText } from '../../ui/campaign-status-badge.tsx';
import { personPath } from '../../ui/person-name.tsx';
import { searchTexts } from './search.texts.ts';

export type FoundKind = keyof typeof searchTexts.kinds;
export type Found = {
  name: string;
  note: string;
  path: string;
  /**
   * The name and, for an account, the username. While new results load, a previous result stays only if this text contains the new search
   * text.
   */
  searched: string;
};
export type FoundGroup = { kind: FoundKind; items: readonly Found[] };

const pauseMs = 200;
const shownOfEach = 5;
/**
 * Except for accounts, the server doesn't return exact matches first. Therefore, more matches are loaded than shown, so that a match with
 * exactly the typed name is likely to be among them.
 */
const loadedOfEach = 50;

/** Returns up to five results: first those whose name is exactly the search text, then those whose name begins with it, then the rest. */
function bestOf<Item>(items: readonly Item[], search: string, namesOf: (item: Item) => string[]): Item[] {
  const wanted = search.toLowerCase();
  const rankOf = (item: Item) => {
    const names = namesOf(item).map((name) => name.toLowerCase());
    return names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2;
  };
  return items.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, shownOfEach);
}

type Search = (search: string, signal: AbortSignal) => Promise<Found[]>;

const searchPeople: Search = async (search, signal) => {
  const { people } = await call('GET /api/people', { query: { search, limit: loadedOfEach } }, { signal });
  return bestOf(people, normalizeUsername(search), ({ username }) => [username]).map(
    ({ username, lists, is_do_not_contact }) => ({
      name: searchTexts.username(username),
      note: searchTexts.person(
        lists.map(({ name }) => name),
        is_do_not_contact,
      ),
      path: personPath(username),
      searched: searchTexts.username(username),
    }),
  );
};

const searchLists: Search = async (search, signal) => {
  const { lists } = await call('GET /api/lists', undefined, { signal });
  const found = lists.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return bestOf(found, search, ({ name }) => [name]).map(({ id, name, recipient_count: people }) => ({
    name,
    note: searchTexts.list(people),
    path: `/lists/${id}`,
    searched: name,
  }));
};

const searchCampaigns: Search = async (search, signal) => {
  const { campaigns } = await call('GET /api/campaigns', { query: { search, limit: loadedOfEach } }, { signal });
  return bestOf(campaigns, search, ({ name }) => [name]).map((campaign) => ({
    name: campaign.name,
    note: campaignStatusText(campaign),
    path: `/campaigns/${campaign.id}`,
    searched: campaign.name,
  }));
};

const searchAccounts: Search = async (search, signal) => {
  const { profiles } = await call('GET /api/profiles', { query: { search, page: 1, limit: loadedOfEach } }, { signal });
  const namesOf = ({ profile_name, insta_username }: (typeof profiles)[number]) => [profile_name, insta_username ?? ''];
  return bestOf(profiles, search.replace(/^@/, ''), namesOf).map(
    ({ id, profile_name: name, insta_username: username }) => ({
      name,
      note: username === null ? '' : searchTexts.username(username),
      path: `/profiles/${id}`,
      searched: username === null ? name : `${name} ${searchTexts.username(username)}`,
    }),
  );
};

/** Searches one kind of item. While new results load, `data` still contains the previous results. */
function useFound(kind: FoundKind, find: Search, search: string) {
  const result = useQuery({
    queryKey: ['search', kind, search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    meta: { isSilent: true },
  });
  return { kind, ...result };
}

/** Searches the user's people, lists, campaigns and accounts by name or username. Waits until the user pauses typing. */
export function useSearch(typed: string) {
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, pauseMs);
  // `useQueries` would forget the previous results whenever the search text changes.
  const each = [
    useFound('people', searchPeople, search),
    useFound('lists', searchLists, search),
    useFound('campaigns', searchCampaigns, search),
    useFound('accounts', searchAccounts, search),
  ];
  const failed = each.filter(({ isError, isFetching }) => isError && !isFetching);
  // While new results load, the previous results that still match are shown.
  const fitting = ({ searched }: Found) => searched.toLowerCase().includes(wanted.toLowerCase());
  const groups = each
    .map(({ kind, data = [], isPlaceholderData }): FoundGroup => {
      const isOld = isPlaceholderData || search !== wanted;
      return { kind, items: isOld ? data.filter(fitting) : data };
    })
    .filter(({ items }) => items.length > 0);
  return {
    groups: wanted === '' ? [] : groups,
    isSearching: wanted !== '' && (search !== wanted || each.some(({ isFetching }) => isFetching)),
    failed: wanted === '' ? [] : failed.map(({ kind }) => searchTexts.kinds[kind]),
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
