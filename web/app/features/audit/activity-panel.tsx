import { Skeleton, Text } from '@mantine/core';
import type { AuditEvent } from '@sandpiper/contract/audit';
import { auditTexts } from '@sandpiper/contract/audit.texts';
import { useUser } from '../../platform/session.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useActivity } from './audit.queries.ts';
import { auditLogTexts } from './audit-log.texts.ts';
import css from './audit.module.css';
import { actorText, factsOf } from './event-facts.ts';

const texts = auditLogTexts.activity;

function Activity({ event }: { event: AuditEvent }) {
  const { id } = useUser();
  const { kind, name } = event.actor;
  const isOwn = kind === 'user' && event.actor.id === id;
  const by = name === null ? texts.byUnnamed[kind] : texts.by(actorText(event));
  const facts = [...(isOwn ? [] : [by]), ...factsOf(event)];
  return (
    <li className={css['activity']}>
      <p className={css['name']}>{auditTexts[event.action]}</p>
      {facts.length > 0 && <p className={css['facts']}>{facts.join(' · ')}</p>}
      <p className={css['facts']}>
        <RelativeTime at={event.at} />
        {event.address !== null && texts.from(event.address)}
      </p>
    </li>
  );
}

function Events({ events }: { events: readonly AuditEvent[] }) {
  if (events.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <ul className={css['list']} aria-label={texts.list}>
      {events.map((event) => (
        <Activity key={event.id} event={event} />
      ))}
    </ul>
  );
}

/** Lists the user's own actions and the changes made to their user account. */
export function ActivityPanel() {
  const activity = useActivity();
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Loaded query={activity} what={texts.what} skeleton={<Skeleton h={150} />}>
        {({ pages }) => (
          <>
            <Events events={pages.flatMap((page) => page.events)} />
            <ShowMore list={activity}>{texts.more}</ShowMore>
          </>
        )}
      </Loaded>
    </Panel>
  );
}
