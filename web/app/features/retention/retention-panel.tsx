import { Select, SimpleGrid, Skeleton } from '@mantine/core';
import type { Retention } from '@sandpiper/contract/retention';
import { useDialogState } from '../../platform/dialog-state.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRetention, useSetRetention } from './retention.queries.ts';
import { retentionTexts as texts } from './retention.texts.ts';

type Kind = keyof Retention;

const kinds: readonly Kind[] = ['campaign_logs', 'campaign_details', 'agent_requests', 'contact_messages'];
const offeredDays = [30, 90, 180, 365, 730, 1825];
const forGood = 'kept';

/** Aligns the labels and the fields of neighboring selects, even if only one of the hints wraps. */
const aligned = { root: { display: 'grid', gridTemplateRows: 'auto 1fr' } };

const isShorter = (days: number | null, than: number | null): days is number =>
  days !== null && (than === null || days < than);

/** Returns the options of a select: the standard periods, the current period and "forever". */
function choicesWith(days: number | null) {
  const offered = new Set([...offeredDays, ...(days === null ? [] : [days])]);
  const choices = [...offered].toSorted((a, b) => a - b).map((each) => ({ value: `${each}`, label: texts.days(each) }));
  return [...choices, { value: forGood, label: texts.forGood }];
}

/**
 * Lets an administrator set how long data is kept. Changes are saved immediately, except that a shorter period must be confirmed, because
 * it deletes data.
 */
export function RetentionPanel() {
  const { data, isError, refetch } = useRetention();
  const setRetention = useSetRetention();
  const question = useDialogState<{ kind: Kind; days: number }>();
  if (isError && data === undefined) return <LoadFailed what={texts.what} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={{ base: 541, sm: 279 }} />;
  const shown = setRetention.isPending ? { ...data, ...setRetention.variables } : data;
  const asked = question.target;
  const choose = (kind: Kind, days: number | null) => {
    if (isShorter(days, data[kind])) question.open({ kind, days });
    else setRetention.mutate({ [kind]: days });
  };
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {kinds.map((kind) => (
          <Select
            key={kind}
            styles={aligned}
            label={texts.rows[kind].label}
            description={texts.rows[kind].hint}
            data={choicesWith(data[kind])}
            value={shown[kind] === null ? forGood : `${shown[kind]}`}
            onChange={(value) => choose(kind, value === forGood ? null : Number(value))}
          />
        ))}
      </SimpleGrid>
      {asked !== null && (
        <ConfirmModal
          isOpen={question.isOpen}
          title={texts.confirmTitle(texts.rows[asked.kind].label)}
          confirm={texts.confirm(asked.days)}
          isDangerous
          isBusy={setRetention.isPending}
          onConfirm={() => setRetention.mutate({ [asked.kind]: asked.days }, { onSettled: question.close })}
          onClose={question.close}
        >
          {texts.confirmText(asked.days)}
        </ConfirmModal>
      )}
    </Panel>
  );
}
