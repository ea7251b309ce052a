import { Button, Skeleton } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { campaignTexts } from './campaigns.texts.ts';
import { usePauseAll, usePausePreview } from './pause-all.queries.ts';

const { pauseAll: texts } = campaignTexts;

/** A button that pauses all running campaigns after a confirmation. It's shown only while a campaign is running. */
export function PauseAll() {
  const [isAsking, setIsAsking] = useState(false);
  const { data } = usePausePreview();
  const ask = () => setIsAsking(true);
  // The command palette opens the confirmation this way.
  useOpenFormOnArrival(ask);
  return (
    <>
      {data !== undefined && data.running > 0 ? (
        <Button variant="default" leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={ask}>
          {texts.button}
        </Button>
      ) : (
        // The header counts this element, so on phones, its buttons have their own row even now. Otherwise, the whole page would move when
        // the button appears.
        <span hidden />
      )}
      {isAsking && <PauseAllDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

function PauseAllDialog({ onClose }: { onClose: () => void }) {
  const { data } = usePausePreview();
  const pauseAll = usePauseAll();
  return (
    <ConfirmModal
      isOpen
      title={texts.title}
      confirm={texts.confirm}
      isBusy={pauseAll.isPending}
      isDisabled={data?.running === 0}
      onClose={onClose}
      onConfirm={() => pauseAll.mutate(undefined, { onSettled: onClose })}
    >
      {data === undefined ? <Skeleton height={44} /> : sentencesOf(data).join(' ')}
    </ConfirmModal>
  );
}

function sentencesOf({ running, starting }: { running: number; starting: number }): readonly string[] {
  if (running === 0) return [texts.noneRunning];
  return [texts.running(running), texts.beingSent, ...(starting > 0 ? [texts.starting(starting)] : [])];
}
