import type { AuditFilter } from '@sandpiper/contract/audit';
import { auditTexts } from '@sandpiper/contract/audit.texts';
import { auditPageSize } from '@sandpiper/contract/limits';
import { optionsOf, optionValue } from '../../platform/select-options.ts';
import type { TableState } from '../../platform/url-state.ts';
import { dayOf } from '../../platform/url-values.ts';

/** The page size, and the filters stored in the URL in addition to the search. An empty string means that the filter is off. */
export const auditTable = { size: auditPageSize, filters: { user: '', action: '', since: '', until: '' } };
export type AuditTable = TableState<typeof auditTable.filters>;

export const actionChoices = optionsOf(auditTexts);

/** Converts the URL's filters to query parameters. Ignores invalid values. */
export function filterOf({ search, filters }: Pick<AuditTable, 'search' | 'filters'>): AuditFilter {
  return {
    search,
    user: filters.user,
    action: optionValue(actionChoices, filters.action),
    start_date: dayOf(filters.since),
    end_date: dayOf(filters.until),
  };
}
