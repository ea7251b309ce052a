import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
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
  const { data } = timeline;
  const events = data?.pages.flatMap((page) => page.events);
  return (
    <Panel title={texts.title}>
      {events === undefined ? (
        timeline.isError ? (
          <LoadFailed what={texts.loadFailed} onRetry={() => void timeline.refetch()} />
        ) : (
          <SkeletonCard height={200} />
        )
      ) : events.length === 0 ? (
        <EmptyState compact title={texts.empty} />
      ) : (
        <ol className={css['events']} aria-label={texts.label}>
          {events.map((event) => (
            <TimelineItem key={event.id} event={event} />
          ))}
        </ol>
      )}
      <ShowMore list={timeline}>{texts.older}</ShowMore>
    </Panel>
  );
}
