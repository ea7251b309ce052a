import { Button, Progress, Text } from '@mantine/core';
import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { useEffect, useEffectEvent } from 'react';
import { peopleUndone, useAnnounceChange } from './announce-change.ts';
import {
  isUnderWay,
  useCancelChange,
  useRecentChanges,
  useRefreshChanges,
  useUnannounced,
} from './people-changes.queries.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';
import css from './running-changes.module.css';

const { progress: texts } = peopleChangesTexts;

/** Shows a toast for each bulk change that ends after it was begun here, or after this page has shown its progress. */
function useAnnouncements(changes: readonly PeopleChange[] | undefined): void {
  const refresh = useRefreshChanges();
  const announceChange = useAnnounceChange();
  const unannounced = useUnannounced();
  const look = useEffectEvent((all: readonly PeopleChange[]) => {
    for (const change of all) {
      if (isUnderWay(change)) unannounced.add(change.id);
      else if (unannounced.delete(change.id)) {
        announceChange(change);
        void refresh();
      }
    }
  });
  useEffect(() => {
    if (changes !== undefined) look(changes);
  }, [changes]);
}

/** Shows the progress of bulk changes that are running or being undone, including those started before this page was opened. */
export function RunningChanges() {
  const { data } = useRecentChanges();
  const cancel = useCancelChange();
  useAnnouncements(data?.changes);
  const running = (data?.changes ?? []).filter(isUnderWay);
  if (running.length === 0) return null;
  return (
    <ul className={css['changes']} aria-label={texts.label}>
      {running.map((each) => (
        <Running key={each.id} of={each} onCancel={() => cancel.mutate(each.id)} />
      ))}
    </ul>
  );
}

function Running({ of, onCancel }: { of: PeopleChange; onCancel: () => void }) {
  const isUndo = of.status === 'undoing';
  const text = isUndo ? texts.undoing(of.change) : texts.working(of.change);
  const { done, total } = isUndo ? { done: peopleUndone(of), total: of.changed } : of;
  return (
    <li>
      <div className={css['words']}>
        <Text size="sm" role="status">
          {text}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.people(done, total)}
        </Text>
      </div>
      <Progress value={total === 0 ? 0 : (done / total) * 100} size="sm" flex="1 1 8rem" aria-label={text} />
      <Button size="compact-sm" variant="default" aria-label={texts.cancelName(text)} onClick={onCancel}>
        {texts.cancel}
      </Button>
    </li>
  );
}
