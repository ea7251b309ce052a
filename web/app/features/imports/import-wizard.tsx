import type { Import } from '@sandpiper/contract/imports';
import { useState } from 'react';
import { useReturnPath } from '../../platform/return-to.ts';
import { useKeptText } from '../../platform/use-kept-text.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { FileStep } from './file/file-step.tsx';
import { fileTexts } from './file/file.texts.ts';
import { rowsOfNames, type PastedName } from './file/pasted-names.ts';
import { FileWork } from './file-work.tsx';
import { isOpen, useImports } from './imports.queries.ts';
import { importTexts } from './imports.texts.ts';
import { EndedStep } from './review/ended-step.tsx';
import { Checking, Importing, LostUpload, Undoing, Uploading } from './review/progress-step.tsx';
import { useReview } from './review/review-plan.ts';
import { ReviewStep } from './review/review-step.tsx';
import { StepList, type ImportStep } from './step-list.tsx';
import { useUpload } from './uploads.provider.tsx';

type ImportWizardProps = {
  listId: number;
  /** The list's existing variables. */
  variables: readonly string[];
};

/**
 * Guides the user through importing people into a list. Until the rows are uploaded, all work happens in the browser and is lost on
 * reload. After that, the server does the work.
 */
export function ImportWizard({ listId, variables }: ImportWizardProps) {
  const { upload, retry, cancel } = useUpload(listId);
  const imports = useImports({ listId });
  const open = imports.data?.imports.find(isOpen);
  // Remember the last open import, so that its result is shown after it ends.
  const [last, setLast] = useState<Import | null>(null);
  if (open !== undefined && open !== last) setLast(open);
  const shown = imports.data?.imports.find(({ id }) => id === last?.id);
  // The path comes from the location's state, which is lost when the user filters the rows. Therefore, keep the first path.
  const path = useReturnPath(`/lists/${listId}`);
  const [returnPath] = useState(path);
  // Keep the pasted text until the user chooses to import more people, so that they can correct the text and start over.
  const [text, setText] = useState('');
  useKeptText({ name: `names-${listId}`, text, onRestore: setText });
  function importMore(): void {
    setLast(null);
    setText('');
  }

  if (upload !== undefined) {
    return (
      <>
        <StepList current="check" />
        <Uploading upload={upload} onRetry={retry} onCancel={cancel} />
      </>
    );
  }
  if (shown !== undefined) return <ServerWork key={shown.id} of={shown} returnPath={returnPath} onMore={importMore} />;
  if (imports.data !== undefined)
    return (
      <LocalWork
        listId={listId}
        variables={variables}
        expired={hasExpired(last) ? last.file_name : null}
        text={text}
        onText={setText}
      />
    );
  return imports.isError ? (
    <LoadFailed what={importTexts.loadFailed} onRetry={() => void imports.refetch()} />
  ) : (
    <SkeletonCard height={280} />
  );
}

function hasExpired(of: Import | null): of is Import {
  return of !== null && of.rows_until !== null && Date.parse(of.rows_until) <= Date.now();
}

type LocalWorkProps = ImportWizardProps & {
  /** The file name of an import that was deleted because the user didn't finish the import in time, or null if there is none. */
  expired: string | null;
  /** The pasted text. */
  text: string;
  onText: (text: string) => void;
};

/** The steps before the upload, where the user pastes usernames, or chooses a file and assigns its columns. */
function LocalWork({ listId, variables, expired, text, onText }: LocalWorkProps) {
  const { start } = useUpload(listId);
  const [file, setFile] = useState<File | null>(null);
  const [failed, setFailed] = useState<{ name: string; problem: string } | null>(
    expired === null ? null : { name: expired, problem: importTexts.expired },
  );
  const [step, setStep] = useState<ImportStep>('people');
  function forget(problem: string | null): void {
    setFailed(problem === null || file === null ? null : { name: file.name, problem });
    setFile(null);
    setStep('people');
  }
  function importNames(names: PastedName[]): void {
    const read = () => rowsOfNames(names);
    void start({ listId, fileName: fileTexts.paste.namesName, rows: names.length, variables: [], read });
  }
  if (file === null)
    return <FileStep failed={failed} onFile={setFile} text={text} onText={onText} onNames={importNames} />;
  return (
    <>
      <StepList current={step} />
      <FileWork
        listId={listId}
        file={file}
        known={variables}
        onOpened={() => setStep('columns')}
        onFailed={forget}
        onBack={() => forget(null)}
      />
    </>
  );
}

type ServerWorkProps = { of: Import; returnPath: string; onMore: () => void };

/** Shows an import that is on the server: the unfinished upload, the check, the review, the progress or the result. */
function ServerWork({ of, returnPath, onMore }: ServerWorkProps) {
  const review = useReview(of);
  const isBefore = ['receiving', 'checking', 'checked'].includes(of.status);
  return (
    <>
      <StepList current={isBefore ? 'check' : 'import'} />
      {of.status === 'receiving' && <LostUpload of={of} />}
      {of.status === 'checking' && <Checking of={of} />}
      {of.status === 'checked' && <ReviewStep of={of} review={review} />}
      {of.status === 'importing' && <Importing of={of} />}
      {of.status === 'undoing' && <Undoing of={of} />}
      {!isOpen(of) && <EndedStep of={of} returnPath={returnPath} onMore={onMore} />}
    </>
  );
}
