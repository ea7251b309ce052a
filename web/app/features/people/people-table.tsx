import type { Person } from '@sandpiper/contract/people';
import { IconMessageOff, IconNote } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RowSelection } from '../../platform/selection.ts';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { exactTimeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { selectionColumn } from '../../ui/selection-column.tsx';
import { Badge, StatusBadge } from '../../ui/status-badge.tsx';
import { uiTexts } from '../../ui/ui.texts.ts';
import { PersonLists, PersonTags } from './person-marks.tsx';
import css from './people-table.module.css';
import { peopleTexts } from './people.texts.ts';

const { table: texts } = peopleTexts;
const neverContacted = peopleTexts.filters.states.never_contacted;

type PeopleTableProps = {
  people: readonly Person[] | undefined;
  selection: RowSelection<Person, string>;
  isStale: boolean;
  empty: ReactNode;
};

/** A table with one row per person. On narrow screens, the hidden columns' contents appear below the name. */
export function PeopleTable({ people, selection, isStale, empty }: PeopleTableProps) {
  const selectColumn = selectionColumn({
    rows: people,
    selection,
    pageLabel: texts.selectAll,
    labelOf: ({ username }) => texts.select(username),
  });
  return (
    <DataTable
      label={texts.label}
      columns={[selectColumn, ...columns]}
      rows={people}
      rowKey={({ id }) => id}
      skeletonRows={12}
      isStale={isStale}
      isRowSelected={selection.has}
      empty={empty}
    />
  );
}

const columns: readonly Column<Person>[] = [
  {
    key: 'person',
    title: texts.person,
    isRowHeader: true,
    width: '24%',
    cell: (person) => (
      <>
        <PersonAndNote person={person} />
        <CollapsedColumn below="md">
          <UnderName person={person} />
        </CollapsedColumn>
      </>
    ),
  },
  { key: 'lists', title: texts.lists, from: 'md', cell: (person) => <PersonLists person={person} /> },
  {
    key: 'last',
    title: texts.lastContact,
    from: 'md',
    cell: (person) => <LastContact person={person} never={texts.never} />,
  },
  { key: 'by', title: texts.by, from: 'md', cell: ({ last_profile_name: name }) => name ?? '' },
  { key: 'outcome', title: texts.outcome, from: 'sm', cell: (person) => <Outcome person={person} /> },
  { key: 'tags', title: texts.tags, from: 'md', cell: ({ tags }) => <PersonTags tags={tags} /> },
];

function PersonAndNote({ person: { username, note } }: { person: Person }) {
  return (
    <span className={css['person']}>
      <PersonName username={username} />
      {note !== null && (
        <span className={css['note']} title={note}>
          <IconNote size={14} role="img" aria-label={texts.note} className={css['noteIcon']} />
          <span className={css['noteText']}>{note}</span>
        </span>
      )}
    </span>
  );
}

function Outcome({ person: { is_do_not_contact: isDoNotContact, outcome, replied_at: at } }: { person: Person }) {
  return (
    <span className={css['line']}>
      {isDoNotContact && (
        <Badge tone="gray" icon={<IconMessageOff size={13} aria-hidden />}>
          <span className={css['doNotContact']}>{uiTexts.doNotContact}</span>
        </Badge>
      )}
      {outcome !== null && <StatusBadge status={outcome} />}
      {at !== null && (
        <span className={css['replied']}>
          <RichText text={texts.replied} tags={{ time: exactTimeAt(at) }} />
        </span>
      )}
    </span>
  );
}

function LastContact({ person: { last_contacted_at: at }, never }: { person: Person; never: string }) {
  return at === null ? (
    <span className={css['none']}>{never}</span>
  ) : (
    <span className={css['last']}>
      <RelativeTime at={at} />
    </span>
  );
}

/** Shows the contents of the columns that are hidden on narrow screens. */
function UnderName({ person }: { person: Person }) {
  return (
    <span className={css['under']}>
      {(person.is_do_not_contact || person.outcome !== null || person.replied_at !== null) && (
        <CollapsedColumn below="sm">
          <Outcome person={person} />
        </CollapsedColumn>
      )}
      <LastContact person={person} never={neverContacted} />
      {person.last_profile_name !== null && <span>{texts.byAccount(person.last_profile_name)}</span>}
      <PersonLists person={person} />
      {person.tags.length > 0 && <PersonTags tags={person.tags} />}
    </span>
  );
}
