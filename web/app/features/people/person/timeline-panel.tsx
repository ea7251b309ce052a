import type { TimelineEvent } from '@sandpiper/contract/person';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { SkeletonCard } from '../../../ui/skeletons.tsx';
import { useTimeline } from './person.queries.ts';
import { personTexts } from './person.texts.ts';
import { TimelineItem } from './timeline-item.tsx';
import css from './timeline.module.css';

const { timeline: texts } = personTexts;

/** A person's timeline, newest event first. */
export function TimelinePanel({ username }: { username: string }) {
  const timeline = useTimeline(username);
  return (
    <Panel title={texts.title}>
      <Loaded query={timeline} what={texts.loadFailed} skeleton={<SkeletonCard height={200} />}>
        {({ pages }) => <Events events={pages.flatMap((page) => page.events)} />}
      </Loaded>
      <ShowMore list={timeline}>{texts.older}</ShowMore>
    </Panel>
  );
}

function Events({ events }: { events: readonly TimelineEvent[] }) {
  if (events.length === 0) return <EmptyState compact title={texts.empty} />;
  return (
    <ol className={css['events']} aria-label={texts.label}>
      {events.map((event) => (
        <TimelineItem key={event.id} event={event} />
      ))}
    </ol>
  );
}
