import { Button, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Panel } from '../../ui/panel.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useConfirmRestore, useRestore } from './backups.queries.ts';
import { backupsTexts } from './backups.texts.ts';

const texts = backupsTexts.restore;

/** Explains the consequences of an unconfirmed restore, with a button that confirms it and lets agents work again. */
export function RestorePanel() {
  const { data } = useRestore(true);
  const confirm = useConfirmRestore();
  const [isAsking, setAsking] = useState(false);
  if (data === undefined || data.restore === null) return null;
  const madeAt = data.restore.backup_made_at;
  return (
    <Panel title={texts.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {madeAt === null ? texts.unknown : <RichText text={texts.made} tags={{ time: timeAt(madeAt) }} />}
        </Text>
        <List size="sm" spacing="xs">
          {texts.facts.map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
        <Text size="sm">{texts.before}</Text>
        <Button onClick={() => setAsking(true)}>{texts.confirm}</Button>
      </Stack>
      <ConfirmModal
        isOpen={isAsking}
        title={texts.question}
        confirm={texts.confirm}
        isBusy={confirm.isPending}
        onConfirm={() => confirm.mutate(undefined, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {texts.sure}
      </ConfirmModal>
    </Panel>
  );
}
