import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { isColumnHeader, normalizeUsername } from '@sandpiper/contract/usernames';
import { IconFileUpload, IconX } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatCount } from '../../../platform/dates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ImportReport } from './import-report.tsx';
import { useImport, type Import } from './imports.tsx';
import { namesIn, namesInFile, type NameLine } from './names.ts';

type ImportModalProps = { listId: number; isOpen: boolean; onClose: () => void };

/** Many names at once, pasted or from a file. An import that runs goes on while the modal is closed. */
export function ImportModal({ listId, isOpen, onClose }: ImportModalProps) {
  const { current, start, goOn, halt, reset } = useImport(listId);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Bulk Import"
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
            <ReportActions phase={current.phase} onHalt={halt} onGoOn={goOn} onReset={reset} onClose={onClose} />
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

type ReportActionsProps = {
  phase: Exclude<Import['phase'], 'ready'>;
  onHalt: () => void;
  onGoOn: () => void;
  onReset: () => void;
  onClose: () => void;
};

function ReportActions({ phase, onHalt, onGoOn, onReset, onClose }: ReportActionsProps) {
  if (phase === 'running') {
    return (
      <Button variant="default" onClick={onHalt}>
        Stop
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" onClick={onReset}>
        {phase === 'halted' ? 'Start over' : 'Import more'}
      </Button>
      {phase === 'halted' ? <Button onClick={onGoOn}>Go on</Button> : <Button onClick={onClose}>Done</Button>}
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
      setProblem(`${chosen.name} could not be read. Choose a text file.`);
    }
  }

  function submit(): void {
    const names = file?.names ?? namesIn(text);
    if (names.length === 0) setProblem('Please enter at least one recipient');
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
            label="Usernames"
            description="One a line, with or without the @. Blank lines and names already in the list are skipped."
            placeholder={'rosa.fields\n@the_corner_bakery\nharbour.cafe'}
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
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" role="status">
            {formatCount(shown.length)} {shown.length === 1 ? 'name' : 'names'}
          </Text>
        </Group>
        <HeaderNotice names={shown} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Import</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Announces the column header that the server will reject. */
function HeaderNotice({ names }: { names: readonly NameLine[] }) {
  const first = names.find(({ value }) => normalizeUsername(value) !== '');
  if (first === undefined || !isColumnHeader(first.value)) return null;
  return (
    <Text size="sm" c="dimmed">
      Line {first.line} looks like a column header and will be left out.
    </Text>
  );
}

type FileChoiceProps = { file: ChosenFile; problem: string | null; onClear: () => void };

function FileChoice({ file, problem, onClear }: FileChoiceProps) {
  return (
    <div>
      <Group gap="xs">
        <Text size="sm">
          <strong>{file.name}</strong> has {formatCount(file.names.length)} names
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={onClear}
        >
          Type them instead
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
