import { Alert, Progress, Text } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '../../../platform/toasts.tsx';
import { useRefreshPeople } from '../../../platform/people-queries.ts';
import { listWorkTexts } from './list-work.texts.ts';
import css from './list-filling.module.css';

const { filling: texts } = listWorkTexts;

/** Shows the progress while the server copies people from other lists into this list, or says that the list is incomplete. */
export function ListFilling({ list }: { list: RecipientList }) {
  const { filling } = list;
  useFillingNews(list);
  // Imports show their own progress.
  if (filling === null || filling.kind === 'import' || filling.status === 'done') return null;
  if (filling.status === 'stopped') {
    return (
      <Alert color="yellow" variant="light" className={css['stopped'] ?? ''}>
        {texts.stopped(filling.added, filling.total)}
      </Alert>
    );
  }
  const text = texts.running[filling.kind];
  return (
    <div className={css['filling']}>
      <Text size="xs" role="status">
        {text} {texts.progress(filling.done, filling.total)}
      </Text>
      <Progress value={filling.total === 0 ? 0 : (filling.done / filling.total) * 100} size="sm" aria-label={text} />
    </div>
  );
}

/**
 * Refetches the list's people while it is being filled. Shows a toast once it is complete, unless an import filled it. After an import, the
 * server returns an earlier filling again, which has already been announced.
 */
function useFillingNews({ name, filling }: RecipientList): void {
  const queryClient = useQueryClient();
  const refresh = useRefreshPeople();
  const running = filling?.status === 'running' ? filling.kind : null;
  const before = useRef(running);
  const look = useEffectEvent(() => {
    // With the default `cancelRefetch: true`, each progress update would cancel and restart a slow refetch, so it would never finish.
    if (running !== null) void queryClient.invalidateQueries({ queryKey: ['recipients'] }, { cancelRefetch: false });
    else if (before.current !== null) void refresh();
    if (filling?.status === 'done' && filling.kind === before.current && filling.kind !== 'import') {
      toast.success(texts.ready(name), { detail: texts.result(filling) });
    }
    before.current = running;
  });
  useEffect(() => look(), [running, filling?.status, filling?.done]);
}
