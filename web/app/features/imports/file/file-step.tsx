import { Button, Progress, Text } from '@mantine/core';
import { useHasSubscription } from '../../../platform/session.tsx';
import { StepList } from '../step-list.tsx';
import { FilePicker } from './file-picker.tsx';
import css from './file-step.module.css';
import { fileTexts } from './file.texts.ts';
import { PasteNames, type PasteNamesProps } from './paste-names.tsx';

type FileStepProps = Pick<PasteNamesProps, 'text' | 'onText' | 'onNames'> & {
  failed: { name: string; problem: string } | null;
  onFile: (file: File) => void;
};

/** The step where the user chooses a file or pastes usernames. */
export function FileStep({ failed, onFile, ...pasting }: FileStepProps) {
  const isDisabled = !useHasSubscription();
  return (
    <>
      <StepList current="people" />
      <div className={css['ways']}>
        <FilePicker isDisabled={isDisabled} failed={failed} onFile={onFile} />
        <PasteNames {...pasting} isDisabled={isDisabled} onTable={onFile} />
      </div>
    </>
  );
}

type ReadingProps = { fileName: string; share: number; onCancel: () => void };

/** Shows the progress while a file is being opened. */
export function Reading({ fileName, share, onCancel }: ReadingProps) {
  return (
    <div className={css['reading']}>
      <Text role="status">{fileTexts.opening(fileName)}</Text>
      <Progress value={share * 100} aria-label={fileTexts.openingLabel} transitionDuration={150} />
      <div>
        <Button variant="default" onClick={onCancel}>
          {fileTexts.cancel}
        </Button>
      </div>
    </div>
  );
}
