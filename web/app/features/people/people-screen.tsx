import { Button } from '@mantine/core';
import type { PeopleScope } from '@sandpiper/contract/people-changes';
import type { Person } from '@sandpiper/contract/people';
import type { BoundedCount } from '@sandpiper/contract/primitives';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useCursor } from '../../platform/cursor-state.ts';
import { boundedText } from '../../platform/bounded-counts.ts';
import { capitalized } from '../../platform/numbers.ts';
import { useRowSelection, type RowSelection } from '../../platform/selection.ts';
import { useTableState } from '../../platform/url-state.ts';
import { CursorFooter } from '../../ui/cursor-footer.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { uiTexts } from '../../ui/ui.texts.ts';
import { NoPeople } from './no-people.tsx';
import { filterOf, peopleTable } from './people-filter.ts';
import { PeopleFilters } from './people-filters.tsx';
import css from './people-screen.module.css';
import { PeopleTable } from './people-table.tsx';
import { exportPeople, usePeople } from './people.queries.ts';
import { peopleTexts } from './people.texts.ts';
import { SavedFilters } from './saved-filters.tsx';

const { page: texts } = peopleTexts;
const usernameOf = ({ username }: Person) => username;

/** The selected people, with callbacks to change the selection. */
export type SelectedPeople = {
  scope: PeopleScope;
  selected: BoundedCount;
  /** The number of people who match the filter. Set only if everyone on this page is selected and more people match. */
  matching: BoundedCount | undefined;
  onSelectAll: () => void;
  onClear: () => void;
};

export type PeopleScreenProps = {
  /** Buttons to add to the page header. */
  actions: ReactNode;
  /** Shows the running bulk changes. */
  work: ReactNode;
  /** Renders the bulk actions for the selected people. */
  changes: (selected: SelectedPeople) => ReactNode;
};

/** The People screen: everyone who is or was on a list, everyone contacted, and everyone on Do not contact. */
export function PeopleScreen({ actions, work, changes }: PeopleScreenProps) {
  const table = useTableState(peopleTable);
  const filter = filterOf(table);
  const { answer, turn } = usePeoplePage(filter);
  const selection = useRowSelection(usernameOf, JSON.stringify(filter));
  const { data } = answer;
  const selected = data === undefined ? null : selectedOf({ selection, filter, ...data });
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            {actions}
            <ExportMenu heading={texts.exported} onExport={(format) => void exportPeople(filter, format)} />
          </>
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      {work}
      <PeopleFilters table={table}>
        <SavedFilters filter={filter} isFiltered={table.hasFilters} />
      </PeopleFilters>
      <div className={css['line']}>
        {selected === null ? (
          <Total of={data?.total} onClear={table.hasFilters ? table.reset : undefined} />
        ) : (
          changes(selected)
        )}
      </div>
      <PeopleTable
        people={answer.isError && data === undefined ? [] : data?.people}
        selection={selection}
        isStale={answer.isPlaceholderData}
        empty={
          answer.isError ? (
            <LoadFailed what={texts.loadFailed} onRetry={() => void answer.refetch()} />
          ) : (
            <NoPeople isFiltered={table.hasFilters} />
          )
        }
      />
      <CursorFooter page={data} onTurn={turn} />
    </>
  );
}

/** Loads the page that the URL's cursor points to. If there are no people there anymore, returns to the first page. */
function usePeoplePage(filter: PeopleFilter) {
  const { cursor, turn } = useCursor();
  const answer = usePeople({ ...filter, ...cursor, limit: peopleTable.size });
  const isGone =
    Object.keys(cursor).length > 0 &&
    !answer.isPlaceholderData &&
    answer.data !== undefined &&
    answer.data.people.length === 0;
  const turnBack = useEffectEvent(() => turn({}));
  useEffect(() => {
    if (isGone) turnBack();
  }, [isGone]);
  return { answer, turn };
}

type Selecting = {
  selection: RowSelection<Person, string>;
  filter: PeopleFilter;
  people: readonly Person[];
  total: BoundedCount;
};

function selectedOf({ selection, filter, people, total }: Selecting): SelectedPeople | null {
  const { keys, isAll, has, selectAll, clear } = selection;
  if (!isAll && keys.size === 0) return null;
  const isPage = people.length > 0 && people.every(has);
  const isMore = total.is_more || total.count > keys.size;
  return {
    scope: isAll ? { people: filter } : { usernames: [...keys] },
    selected: isAll ? total : { count: keys.size, is_more: false },
    matching: !isAll && isPage && isMore ? total : undefined,
    onSelectAll: selectAll,
    onClear: clear,
  };
}

type TotalProps = {
  of: BoundedCount | undefined;
  /** Clears the filter. Undefined if no filter is set. */
  onClear: (() => void) | undefined;
};

function Total({ of: total, onClear }: TotalProps) {
  return (
    <>
      {total !== undefined && total.count > 0 && (
        <span role="status" className={css['total']}>
          {capitalized(boundedText(total))}
        </span>
      )}
      {onClear !== undefined && (
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {uiTexts.filters.clear}
        </Button>
      )}
    </>
  );
}
