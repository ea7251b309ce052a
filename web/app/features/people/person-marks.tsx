import { Anchor } from '@mantine/core';
import type { Person } from '@sandpiper/contract/people';
import { Link } from 'react-router';
import { Badge } from '../../ui/status-badge.tsx';
import css from './people-table.module.css';
import { peopleTexts } from './people.texts.ts';

const { table: texts } = peopleTexts;
const listsShown = 1;
const tagsShown = 1;

/** Shows a person's first list and how many other lists the person is on. */
export function PersonLists({ person: { lists, list_count: count } }: { person: Person }) {
  if (count === 0) return <span className={css['none']}>{texts.noList}</span>;
  const rest = count - Math.min(lists.length, listsShown);
  return (
    <span className={css['line']} title={lists.map(({ name }) => name).join(', ')}>
      {lists.slice(0, listsShown).map(({ id, name }) => (
        <Anchor key={id} component={Link} to={`/lists/${id}`} inherit className={css['list'] ?? ''}>
          {name}
        </Anchor>
      ))}
      {rest > 0 && <span className={css['none']}> {texts.moreLists(rest)}</span>}
    </span>
  );
}

/** Shows a person's first tag and how many other tags the person has. */
export function PersonTags({ tags }: { tags: Person['tags'] }) {
  const rest = tags.length - tagsShown;
  return (
    <span className={css['line']} title={tags.map(({ name }) => name).join(', ')}>
      {tags.slice(0, tagsShown).map(({ id, name }) => (
        <Badge key={id} tone="gray">
          <span className={css['tag']}>{name}</span>
        </Badge>
      ))}
      {rest > 0 && <span className={css['none']}> {texts.moreTags(rest)}</span>}
    </span>
  );
}
