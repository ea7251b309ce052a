import { Button, Select } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { idOf } from '../../platform/url-values.ts';
import { useAllLists, useAllTags } from '../../platform/people-queries.ts';
import { optionValue } from '../../platform/select-options.ts';
import { SearchInput } from '../../ui/filter-bar.tsx';
import { LoadedSelect } from '../../ui/loaded-select.tsx';
import { peopleTable, stateChoices, type PeopleTable } from './people-filter.ts';
import css from './people-filters.module.css';
import { peopleTexts } from './people.texts.ts';
import { SinceFilter } from './since-filter.tsx';

const { filters: texts } = peopleTexts;

type PeopleFiltersProps = {
  table: PeopleTable;
  /** Shown after the filters, for example a menu of saved filters. */
  children: ReactNode;
};

/** The search and all filters in one bar. On phones, the filters are hidden behind a button. */
export function PeopleFilters({ table, children }: PeopleFiltersProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const active = Object.entries(peopleTable.filters).filter(([name]) => Reflect.get(table.filters, name) !== '').length;
  return (
    <div className={css['bar']}>
      <SearchInput value={table.search} onSearch={table.setSearch} placeholder={texts.search} />
      <Button
        className={css['toggle'] ?? ''}
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {texts.toggle(active)}
      </Button>
      <div
        id={id}
        className={css['filters']}
        role="group"
        aria-label={texts.label}
        data-unfolded={isUnfolded || undefined}
      >
        <Select
          aria-label={texts.state}
          w={160}
          data={[{ value: '', label: texts.allStates }, ...stateChoices]}
          value={optionValue(stateChoices, table.filters.state) ?? ''}
          onChange={(state) => table.setFilters({ state: state ?? '' })}
        />
        <TagFilter table={table} />
        <ListFilter table={table} />
        <SinceFilter table={table} />
        {children}
      </div>
    </div>
  );
}

type NamedFilterProps = {
  label: string;
  all: string;
  /** The label for an ID that isn't among the choices. */
  deleted: string;
  /** Undefined until the choices have loaded. */
  choices: readonly { id: number; name: string }[] | undefined;
  isFailed: boolean;
  onRetry: () => void;
  value: string;
  onChange: (id: string) => void;
};

function NamedFilter({ label, all, deleted, choices, value, onChange, ...loading }: NamedFilterProps) {
  return (
    <LoadedSelect
      {...loading}
      aria-label={label}
      w={150}
      first={{ value: '', label: all }}
      options={choices?.map(({ id, name }) => ({ value: String(id), label: name }))}
      missing={deleted}
      value={idOf(value) === undefined ? '' : value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

function TagFilter({ table }: { table: PeopleTable }) {
  const { data, isLoadingError, refetch } = useAllTags({ errorToast: texts.tagsFailed });
  return (
    <NamedFilter
      label={texts.tag}
      all={texts.allTags}
      deleted={texts.deletedTag}
      choices={data?.tags}
      isFailed={isLoadingError}
      onRetry={() => void refetch()}
      value={table.filters.tag}
      onChange={(tag) => table.setFilters({ tag })}
    />
  );
}

function ListFilter({ table }: { table: PeopleTable }) {
  const { data, isLoadingError, refetch } = useAllLists({ errorToast: texts.listsFailed });
  return (
    <NamedFilter
      label={texts.list}
      all={texts.allLists}
      deleted={texts.deletedList}
      choices={data?.lists}
      isFailed={isLoadingError}
      onRetry={() => void refetch()}
      value={table.filters.list}
      onChange={(list) => table.setFilters({ list })}
    />
  );
}
