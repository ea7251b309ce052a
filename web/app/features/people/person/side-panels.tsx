import { Anchor } from '@mantine/core';
import type { Person } from '@sandpiper/contract/people';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import css from './person-screen.module.css';
import type { PersonDetail } from './person.queries.ts';
import { personTexts } from './person.texts.ts';

const { summary: texts, lists: listTexts } = personTexts;

/** Summarizes the contact with this person: when, by which account, with what outcome, and which campaigns are still to message them. */
export function SummaryPanel({ detail: { person, summary } }: { detail: PersonDetail }) {
  const { last_contacted_at: last, last_profile_name: account, outcome } = person;
  const first = summary.first_contacted_at ?? last;
  const counts = (['sent', 'failed', 'skipped', 'unknown'] as const)
    .filter((name) => summary[name] > 0)
    .map((name) => texts[name](summary[name]));
  return (
    <Panel title={texts.title}>
      <dl className={css['facts']}>
        {first !== null && (
          <Fact name={texts.first}>
            <RelativeTime at={first} />
          </Fact>
        )}
        <Fact name={texts.last}>
          <RelativeTime at={last ?? first} fallback={texts.never} />
        </Fact>
        {account !== null && <Fact name={texts.by}>{account}</Fact>}
        {outcome !== null && (
          <Fact name={texts.outcome}>
            <StatusBadge status={outcome} />
          </Fact>
        )}
        {counts.length > 0 && <Fact name={texts.figures}>{counts.join(', ')}</Fact>}
        {summary.replied_at !== null && (
          <Fact name={texts.replied}>
            <RelativeTime at={summary.replied_at} />
          </Fact>
        )}
        {summary.waiting_in.length > 0 && (
          <Fact name={texts.waiting}>
            {summary.waiting_in.map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Anchor component={Link} to={`/campaigns/${id}`} inherit underline="always">
                  {name}
                </Anchor>
              </span>
            ))}
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Shows lists that this person is on, with the person's status on each list, and how many other lists the person is on. */
export function ListsPanel({ person: { lists, list_count: count } }: { person: Person }) {
  const rest = count - lists.length;
  return (
    <Panel title={listTexts.title}>
      {count === 0 ? (
        <p className={css['dim']}>{listTexts.none}</p>
      ) : (
        <ul className={css['lists']} aria-label={listTexts.label}>
          {lists.map(({ id, name, status, is_not_known: isNotKnown }) => (
            <li key={id}>
              <Anchor component={Link} to={`/lists/${id}`} inherit underline="always">
                {name}
              </Anchor>
              <StatusBadge status={isNotKnown ? 'unknown' : status} />
            </li>
          ))}
          {rest > 0 && <li className={css['dim']}>{listTexts.more(rest)}</li>}
        </ul>
      )}
    </Panel>
  );
}
