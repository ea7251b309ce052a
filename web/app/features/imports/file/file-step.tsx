import { Button, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { useHasSubscription } from '../../../platform/session.tsx';
import { StepList } from '../step-list.tsx';
import { FilePicker } from './file-picker.tsx';
import css from './file-step.module.css';
import { fileTexts } from './file.texts.ts';
import { PasteNames, type PastedResult } from './paste-names.tsx';
import { PasteReport } from './paste-report.tsx';

type FileStepProps = {
  listId: number;
  failed: { name: string; problem: string } | null;
  onFile: (file: File) => void;
  /** Called when pasted usernames have been imported and all of them were valid. */
  onImported: () => void;
};

/**
 * The step where the user chooses a file or pastes usernames. Pasted usernames are imported immediately, unless they form a table or there
 * are too many.
 */
export function FileStep({ listId, failed, onFile, onImported }: FileStepProps) {
  const isDisabled = !useHasSubscription();
  const [pasted, setPasted] = useState<PastedResult | null>(null);
  // Pasted usernames are already imported, so there are no more steps.
  if (pasted !== null) return <PasteReport pasted={pasted} listId={listId} onMore={() => setPasted(null)} />;
  return (
    <>
      <StepList current="file" />
      <div className={css['ways']}>
        <FilePicker isDisabled={isDisabled} failed={failed} onFile={onFile} />
        <PasteNames
          listId={listId}
          isDisabled={isDisabled}
          onTable={onFile}
          onImported={(answer) => (answer.result.invalid === 0 ? onImported() : setPasted(answer))}
        />
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
