import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { isColumnHeader, normalizeUsername } from '@sandpiper/contract/usernames';
import { IconFileUpload, IconX } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { ImportReport } from './import/import-report.tsx';
import { importTexts } from './import/import.texts.ts';
import { useImport, type Import } from './imports.provider.tsx';
import { namesIn, namesInFile, type NameLine } from './import/name-lines.ts';

const { form: texts, progress: progressTexts } = importTexts;

type ImportModalProps = { listId: number; isOpen: boolean; onClose: () => void };

/** Many names at once, pasted or from a file. A running import continues while the modal is closed. */
export function ImportModal({ listId, isOpen, onClose }: ImportModalProps) {
  const { current, start, resume, stop, reset } = useImport(listId);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={importTexts.title}
      size="lg"
      onExitTransitionEnd={() => {
        if (current.phase === 'finished') reset();
      }}
    >
      {current.phase === 'ready' ? (
        <NamesForm onSubmit={start} onCancel={onClose} />
      ) : (
        <Stack>
          <ImportReport state={current.state} />
          <Group justify="flex-end" gap="xs">
            <ReportActions phase={current.phase} onStop={stop} onResume={resume} onReset={reset} onClose={onClose} />
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

type ReportActionsProps = {
  phase: Exclude<Import['phase'], 'ready'>;
  onStop: () => void;
  onResume: () => void;
  onReset: () => void;
  onClose: () => void;
};

function ReportActions({ phase, onStop, onResume, onReset, onClose }: ReportActionsProps) {
  if (phase === 'running') {
    return (
      <Button variant="default" onClick={onStop}>
        {progressTexts.stop}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" onClick={onReset}>
        {phase === 'stopped' ? progressTexts.startOver : progressTexts.importMore}
      </Button>
      {phase === 'stopped' ? (
        <Button onClick={onResume}>{progressTexts.resume}</Button>
      ) : (
        <Button onClick={onClose}>{progressTexts.done}</Button>
      )}
    </>
  );
}

type ChosenFile = { name: string; names: NameLine[] };

function NamesForm({ onSubmit, onCancel }: { onSubmit: (names: NameLine[]) => void; onCancel: () => void }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const settled = useDeferredValue(text);
  const typed = useMemo(() => namesIn(settled), [settled]);
  const shown = file?.names ?? typed;

  async function choose(chosen: File | null): Promise<void> {
    if (chosen === null) return;
    try {
      const names = namesInFile(chosen.name, await chosen.text());
      setFile({ name: chosen.name, names });
      setProblem(null);
    } catch {
      setProblem(texts.unreadable(chosen.name));
    }
  }

  function submit(): void {
    const names = file?.names ?? namesIn(text);
    if (names.length === 0) setProblem(texts.empty);
    else onSubmit(names);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        {file === null ? (
          <Textarea
            label={texts.usernames}
            description={texts.hint}
            placeholder={texts.sample}
            rows={9}
            data-autofocus
            value={text}
            error={problem}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(null);
            }}
          />
        ) : (
          <FileChoice file={file} problem={problem} onClear={() => setFile(null)} />
        )}
        <Group justify="space-between" gap="xs">
          <FileButton accept=".txt,.csv,.tsv,text/plain,text/csv" onChange={(chosen) => void choose(chosen)}>
            {(button) => (
              <Button variant="subtle" leftSection={<IconFileUpload size={16} aria-hidden />} {...button}>
                {texts.chooseFile}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" role="status">
            {texts.names(shown.length)}
          </Text>
        </Group>
        <HeaderNotice names={shown} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.submit}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Says beforehand that the server will reject the column header. */
function HeaderNotice({ names }: { names: readonly NameLine[] }) {
  const first = names.find(({ value }) => normalizeUsername(value) !== '');
  if (first === undefined || !isColumnHeader(first.value)) return null;
  return (
    <Text size="sm" c="dimmed">
      {texts.header(first.line)}
    </Text>
  );
}

type FileChoiceProps = { file: ChosenFile; problem: string | null; onClear: () => void };

function FileChoice({ file, problem, onClear }: FileChoiceProps) {
  return (
    <div>
      <Group gap="xs">
        <Text size="sm">
          <RichText text={texts.fileNames(file.name, file.names.length)} tags={{ file: strong }} />
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={onClear}
        >
          {texts.pasteInstead}
        </Button>
      </Group>
      {problem !== null && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}
