import { Anchor, Progress, Text } from '@mantine/core';
import type { Import } from '@sandpiper/contract/imports';
import { Link } from 'react-router';
import css from './import-strip.module.css';
import { isOpen, isWorking, useImports } from './imports.queries.ts';
import { importTexts } from './imports.texts.ts';
import type { UploadState } from './upload/upload.ts';
import { useUpload } from './uploads.provider.tsx';

const { progress: texts } = importTexts;

/** Shows the progress of a list's open import or, if there is none, the result of the last import. */
export function ImportStrip({ listId }: { listId: number }) {
  const { upload } = useUpload(listId);
  const [last, ...earlier] = useImports({ listId }).data?.imports ?? [];
  const open = last === undefined ? undefined : [last, ...earlier].find(isOpen);
  if (upload !== undefined || open !== undefined) return <Running listId={listId} upload={upload} of={open} />;
  if (last === undefined) return null;
  return (
    <p className={css['last']}>
      {last.status === 'undone' ? texts.lastUndone(last.file_name) : texts.last(last.file_name, last.added)}
      {' · '}
      <Anchor component={Link} to={`/lists/${listId}/imports`} inherit>
        {texts.all}
      </Anchor>
    </p>
  );
}

/** How many imports the list cards load, newest first. Open imports are almost always among them. */
const importsOfAllLists = 50;

/** Shows the progress of a list's open import on the list's card. */
export function ImportOnCard({ listId }: { listId: number }) {
  const { upload } = useUpload(listId);
  const all = useImports({ limit: importsOfAllLists }).data?.imports;
  const open = all?.find((each) => each.list?.id === listId && isOpen(each));
  return upload === undefined && open === undefined ? null : <Running listId={listId} upload={upload} of={open} />;
}

type RunningProps = { listId: number; upload: UploadState | undefined; of: Import | undefined };

function Running({ listId, upload, of }: RunningProps) {
  const { text, share, isWaiting } = upload === undefined ? partOf(of) : partOfUpload(upload);
  return (
    <section className={css['strip']} aria-label={texts.label}>
      <div className={css['line']}>
        <Text size="sm" role="status">
          {text}
        </Text>
        <Anchor component={Link} to={`/lists/${listId}/import`} className={css['link'] ?? ''} size="sm">
          {isWaiting ? texts.continue : texts.show}
        </Anchor>
      </div>
      {!isWaiting && <Progress value={share * 100} size="sm" aria-label={text} transitionDuration={150} />}
    </section>
  );
}

/** What to display for an import. `isWaiting` means that the import is waiting for the user. */
type Part = { text: string; share: number; isWaiting: boolean };

function partOfUpload({ fileName, sent, share, problem }: UploadState): Part {
  const isWaiting = problem !== null;
  return { text: (isWaiting ? texts.uploadStopped : texts.uploading)(fileName, sent), share, isWaiting };
}

function partOf(of: Import | undefined): Part {
  if (of === undefined) return { text: '', share: 0, isWaiting: false };
  const { file_name: file, rows_done: done, rows: total } = of;
  const share = total === 0 ? 0 : done / total;
  if (isWorking(of)) {
    const text = { checking: texts.checking, importing: texts.importing, undoing: texts.undoing }[workOf(of)];
    return { text: text(file, done, total), share, isWaiting: false };
  }
  return { text: of.status === 'checked' ? texts.checked(file) : texts.unfinished(file), share, isWaiting: true };
}

function workOf({ status }: Import): 'checking' | 'importing' | 'undoing' {
  return status === 'checking' || status === 'undoing' ? status : 'importing';
}
