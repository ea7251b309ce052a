import { Skeleton, Text } from '@mantine/core';
import type { AuditEvent } from '@sandpiper/contract/audit';
import { auditTexts } from '@sandpiper/contract/audit.texts';
import { useUser } from '../../platform/session.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
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

/** Lists the user's own actions and the changes made to their user account. */
export function ActivityPanel() {
  const activity = useActivity();
  const { data, isError, refetch } = activity;
  const events = data?.pages.flatMap((page) => page.events);
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      {events !== undefined ? (
        <>
          {events.length === 0 ? (
            <Text c="dimmed">{texts.empty}</Text>
          ) : (
            <ul className={css['list']} aria-label={texts.list}>
              {events.map((event) => (
                <Activity key={event.id} event={event} />
              ))}
            </ul>
          )}
          <ShowMore list={activity}>{texts.more}</ShowMore>
        </>
      ) : isError ? (
        <LoadFailed what={texts.what} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={150} />
      )}
    </Panel>
  );
}
