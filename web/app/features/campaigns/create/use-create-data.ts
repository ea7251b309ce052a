import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { useAllLists } from '../../../platform/people-queries.ts';
import { useAccountChoices } from '../account-picker/account-choices.queries.ts';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { toasts: texts } = campaignFormTexts;

/** Loads the form's options: templates, lists and accounts. */
export function useCreateData(own: readonly number[] = []) {
  const templates = useQuery({
    queryKey: ['campaigns', 'create', 'templates'],
    queryFn: ({ signal }) => call('GET /api/templates', undefined, { signal }),
    meta: { errorToast: texts.fetchTemplatesFailed },
  });
  const lists = useAllLists({ errorToast: texts.fetchListsFailed });
  const { accountsQuery, ...choices } = useAccountChoices({ own });
  const needed = [templates, lists, accountsQuery];
  return {
    ...choices,
    templates: templates.data?.templates,
    lists: lists.data?.lists,
    /** Whether the templates, lists or accounts couldn't be loaded, in which case the form can't be shown. */
    hasFailed: needed.some((part) => part.isError && part.data === undefined),
    retry: () => needed.filter((part) => part.isError).forEach((part) => void part.refetch()),
    isFetched: choices.isFetched && templates.isFetched && lists.isFetched,
  };
}
