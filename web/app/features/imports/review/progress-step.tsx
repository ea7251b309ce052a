import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import type { Import } from '@sandpiper/contract/imports';
import { smallImportRows } from '@sandpiper/contract/limits';
import type { ReactNode } from 'react';
import { useCancelImport } from '../imports.queries.ts';
import type { UploadState } from '../upload/upload.ts';
import { uploadTexts } from '../upload/upload.texts.ts';
import { CancelImportButton } from './cancel-import-button.tsx';
import css from './review.module.css';
import { reviewTexts } from './review.texts.ts';

type WorkProps = { title: string; status: string; share: number; text?: string | undefined; actions?: ReactNode };

/** Shows the progress of a long-running step, with optional buttons such as "Cancel". */
function Work({ title, status, share, text, actions }: WorkProps) {
  return (
    <section className={css['progress']} aria-label={title}>
      <h2 className={css['title']}>{title}</h2>
      <Text role="status">{status}</Text>
      <Progress value={share * 100} aria-label={title} transitionDuration={150} />
      {text !== undefined && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </section>
  );
}

type UploadingProps = { upload: UploadState; onRetry: () => void; onCancel: () => void };

export function Uploading({ upload, onRetry, onCancel }: UploadingProps) {
  const { sent, share, problem, canRetry } = upload;
  const { title, stopped, stay, retry, cancel, startOver } = uploadTexts;
  return (
    <Work
      title={problem === null ? title : stopped}
      status={uploadTexts.sent(sent)}
      share={share}
      text={problem === null ? stay : undefined}
      actions={
        <>
          {problem !== null && (
            <Alert color="red" variant="light" role="alert" w="100%">
              {problem}
            </Alert>
          )}
          {canRetry && <Button onClick={onRetry}>{retry}</Button>}
          <Button variant="default" onClick={onCancel}>
            {problem === null || canRetry ? cancel : startOver}
          </Button>
        </>
      }
    />
  );
}

const shareOf = ({ rows, rows_done }: Import) => (rows === 0 ? 0 : rows_done / rows);

export function Checking({ of }: { of: Import }) {
  const cancel = useCancelImport();
  const { checking: texts } = reviewTexts;
  return (
    <Work
      title={texts.title}
      status={texts.done(of.rows_done, of.rows)}
      share={shareOf(of)}
      text={texts.text}
      actions={
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(of.id)}>
          {texts.cancel}
        </Button>
      }
    />
  );
}

export function Importing({ of }: { of: Import }) {
  const { importing: texts } = reviewTexts;
  return (
    <Work
      title={texts.title}
      status={`${texts.done(of.rows_done, of.rows)}, ${texts.added(of.added)}`}
      share={shareOf(of)}
      text={of.rows > smallImportRows ? texts.text : texts.smallText}
      actions={
        <CancelImportButton of={of} variant="default" label={texts.stop} title={texts.stopTitle} confirm={texts.stop}>
          {texts.stopText(of.added)}
        </CancelImportButton>
      }
    />
  );
}

export function Undoing({ of }: { of: Import }) {
  const { undoing, importing } = reviewTexts;
  return (
    <Work
      title={undoing.title}
      status={importing.done(of.rows_done, of.rows)}
      share={shareOf(of)}
      text={undoing.text}
    />
  );
}

/** Shown for an unfinished upload that isn't running in this tab. After a reload, the page can't read the file anymore. */
export function LostUpload({ of }: { of: Import }) {
  const { lost, startOver } = uploadTexts;
  return (
    <section className={css['progress']} aria-label={lost.title}>
      <h2 className={css['title']}>{lost.title}</h2>
      <Text>{lost.text(of.file_name, of.rows)}</Text>
      <div>
        <CancelImportButton of={of} label={startOver} title={lost.startOverTitle} confirm={lost.discard}>
          {lost.startOverText(of.rows)}
        </CancelImportButton>
      </div>
    </section>
  );
}
