import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useAccountChoices } from './account-choices.queries.ts';

/** What a campaign is made of: templates, lists, and the accounts that may be chosen, with those in use. */
export function useCreateData() {
  const templates = useQuery({
    queryKey: ['campaigns', 'create', 'templates'],
    queryFn: ({ signal }) => call('GET /api/templates', undefined, { signal }),
    meta: { errorToast: 'Failed to fetch templates' },
  });
  const lists = useQuery({
    queryKey: ['campaigns', 'create', 'lists'],
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    meta: { errorToast: 'Failed to fetch lists' },
  });
  const { accountsQuery, ...choices } = useAccountChoices();
  const needed = [templates, lists, accountsQuery];
  return {
    ...choices,
    templates: templates.data?.templates,
    lists: lists.data?.lists,
    /** Without one of these nothing can be chosen. */
    hasFailed: needed.some((part) => part.isError && part.data === undefined),
    retry: () => needed.filter((part) => part.isError).forEach((part) => void part.refetch()),
    isFetched: choices.isFetched && templates.isFetched && lists.isFetched,
  };
}
