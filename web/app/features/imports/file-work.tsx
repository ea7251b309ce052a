import { useEffect, useEffectEvent, useState } from 'react';
import { ColumnsStep } from './columns/columns-step.tsx';
import { Reading } from './file/file-step.tsx';
import { useOpenedFile } from './file/use-opened-file.ts';
import type { Corrections } from './reading/layouts.ts';
import { useUpload } from './uploads.provider.tsx';

/** By default, the import skips people who were contacted within this number of days. The user can change this in the review. */
const contactedDays = 30;

type FileWorkProps = {
  listId: number;
  file: File;
  known: readonly string[];
  onOpened: () => void;
  /** Called if the file can't be opened. */
  onFailed: (problem: string) => void;
  onBack: () => void;
};

/** Opens the chosen file, lets the user assign its columns, and starts the upload. */
export function FileWork({ listId, file, known, onOpened, onFailed, onBack }: FileWorkProps) {
  const [corrections, setCorrections] = useState<Corrections>({});
  const state = useOpenedFile(file, corrections);
  const { start } = useUpload(listId);
  const { opened, problem } = state;
  const isOpen = opened !== null;

  const tell = useEffectEvent(() => {
    if (isOpen) onOpened();
    else if (problem !== null) onFailed(problem);
  });
  useEffect(() => tell(), [isOpen, problem]);

  if (opened === null) return <Reading fileName={file.name} share={state.share} onCancel={onBack} />;
  return (
    <ColumnsStep
      fileName={file.name}
      opened={opened}
      state={state}
      corrections={corrections}
      known={known}
      onCorrect={(change) => setCorrections((before) => ({ ...before, ...change }))}
      onBack={onBack}
      onCheck={(result) =>
        void start({
          listId,
          file,
          fileName: file.name,
          layout: opened.layout,
          rows: state.rows,
          contactedDays,
          ...result,
        })
      }
    />
  );
}
