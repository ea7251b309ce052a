import type { PeopleFilter, PersonState } from '@sandpiper/contract/people-filter';
import { optionsOf, optionValue } from '../../platform/select-options.ts';
import type { TableState } from '../../platform/url-state.ts';
import { dayOf, idOf } from '../../platform/url-values.ts';
import { peopleTexts } from './people.texts.ts';

const { filters: texts } = peopleTexts;

/** The page size, and the filters stored in the URL in addition to the search. An empty string means that the filter is off. */
export const peopleTable = { size: 50, filters: { state: '', tag: '', list: '', days: '', since: '' } };
export type PeopleTable = TableState<typeof peopleTable.filters>;

export const stateChoices = optionsOf<PersonState>(texts.states);

const mostDays = 3650;

function daysOf(text: string): number | undefined {
  const days = idOf(text);
  return days !== undefined && days <= mostDays ? days : undefined;
}

/** Converts the URL's filters to a `PeopleFilter`. Ignores invalid values. */
export function filterOf({ search, filters }: Pick<PeopleTable, 'search' | 'filters'>): PeopleFilter {
  return {
    search: search === '' ? undefined : search,
    state: optionValue(stateChoices, filters.state),
    tag_id: idOf(filters.tag),
    list_id: idOf(filters.list),
    days: daysOf(filters.days),
    since: dayOf(filters.since),
  };
}

/** Returns the URL's query parameters for a filter. */
export function addressOf({ search, state, tag_id, list_id, days, since }: PeopleFilter): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries({ search, state, tag: tag_id, list: list_id, days, since })) {
    if (value !== undefined) address.set(name, String(value));
  }
  return address;
}
