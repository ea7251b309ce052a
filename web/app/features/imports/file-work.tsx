import { useEffect, useEffectEvent, useState } from 'react';
import { ColumnsStep } from './columns/columns-step.tsx';
import { Reading } from './file/file-step.tsx';
import { useOpenedFile } from './file/use-opened-file.ts';
import type { Corrections } from './reading/layouts.ts';
import { readRows } from './reading/reader.ts';
import { useUpload } from './uploads.provider.tsx';

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
      onCheck={({ mapping, variables }) => {
        const read = () => readRows({ file, layout: opened.layout, mapping });
        void start({ listId, fileName: file.name, rows: state.rows, variables, read });
      }}
    />
  );
}
