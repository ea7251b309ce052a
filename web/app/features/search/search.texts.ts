import { countText, formatCount } from '../../platform/numbers.ts';
import { uiTexts } from '../../ui/ui.texts.ts';

/** UI strings for the search for people, lists, campaigns and accounts. */
export const searchTexts = {
  kinds: { people: 'People', lists: 'Lists', campaigns: 'Campaigns', accounts: 'Accounts' },
  list: (people: number) => countText(people, 'recipient'),
  username: (username: string) => `@${username}`,
  person: (lists: readonly string[], isDoNotContact: boolean) =>
    [...(isDoNotContact ? [uiTexts.doNotContact] : []), ...lists].join(' · '),
  searching: 'Searching…',
  nothingFound: 'Nothing found',
  found: (count: number) => `${formatCount(count)} found`,
  failed: (kinds: readonly string[]) => `Couldn’t search ${new Intl.ListFormat('en').format(kinds).toLowerCase()}.`,
  retry: 'Try again',
};
