import { Button, FileButton, Group, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { contactReasonMaxLength } from '@sandpiper/contract/limits';
import { IconFileUpload, IconX } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { useKeptText } from '../../platform/use-kept-text.ts';
import { DialogActions, DialogFields } from '../../ui/dialog.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { lengthProblem } from '../../ui/text-length.ts';
import { uiTexts } from '../../ui/ui.texts.ts';
import { namesIn, onlyOnce, type Adding, type ReadNames } from './add-people.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';
import { shortList } from './short-list.ts';

const { form: texts } = doNotContactTexts;
const cellsShown = 3;

type NamesFile = { name: string; names: string[]; otherSheets: string[] };

export function useAddPeopleForm(readNames: ReadNames, isOpen: boolean) {
  const [text, setText] = useState('');
  useKeptText({ name: 'do-not-contact', text, isOpen, onRestore: setText });
  const [reason, setReason] = useState('');
  const [file, setFile] = useState<NamesFile | null>(null);
  const [isReading, setReading] = useState(false);
  // The file being read. If the form is cleared or another file is chosen before the file has been read, its names are ignored.
  const reading = useRef<File>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const settled = useDeferredValue(text);
  const pasted = useMemo(() => namesIn(settled), [settled]);
  const names = file?.names ?? pasted.names;
  const leftOut = file === null ? pasted.leftOut : [];

  async function choose(chosen: File | null): Promise<void> {
    if (chosen === null) return;
    setProblem(null);
    setReading(true);
    reading.current = chosen;
    try {
      const { names, otherSheets } = await readNames(chosen);
      if (reading.current === chosen) setFile({ name: chosen.name, names: onlyOnce(names), otherSheets });
    } catch (error) {
      if (reading.current === chosen)
        setProblem(error instanceof Error ? error.message : texts.unreadable(chosen.name));
    }
    if (reading.current === chosen) setReading(false);
  }

  function clear(): void {
    setText('');
    setReason('');
    setFile(null);
    setProblem(null);
    setReading(false);
    reading.current = null;
  }

  // This value doesn't depend on `names`, which lags behind `text` while a long text is being split.
  const isDirty = text !== '' || reason !== '' || file !== null;
  return {
    text,
    setText,
    reason,
    setReason,
    file,
    setFile,
    isReading,
    problem,
    setProblem,
    names,
    leftOut,
    isDirty,
    choose,
    clear,
  };
}

type AddPeopleFormProps = {
  form: ReturnType<typeof useAddPeopleForm>;
  /** The number of usernames processed so far, or null if nothing is being added. */
  progress: number | null;
  /** Shown above the buttons. */
  question: ReactNode;
  onSubmit: (adding: Adding) => void;
  onCancel: () => void;
};

export function AddPeopleForm({ form, progress, question, onSubmit, onCancel }: AddPeopleFormProps) {
  const { text, setText, reason, setReason, file, setFile, isReading, problem, setProblem, names, leftOut, choose } =
    form;
  const tooLong = lengthProblem(reason, contactReasonMaxLength);
  const resetFile = useRef<() => void>(null);

  function submit(): void {
    const chosen = file?.names ?? namesIn(text).names;
    if (chosen.length === 0) setProblem(texts.required);
    else if (tooLong === null) onSubmit({ names: chosen, reason, origin: file === null ? 'added' : 'imported' });
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
        <DialogFields isSaving={progress !== null}>
          <Stack>
            {file === null ? (
              <Textarea
                label={texts.people}
                description={texts.hint}
                placeholder={texts.sample}
                rows={7}
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
              <FileButton
                accept=".txt,.csv,.tsv,.xlsx"
                resetRef={resetFile}
                onChange={(chosen) => {
                  // Without this reset, browsers do nothing when the user chooses the same file again, for example after correcting it.
                  resetFile.current?.();
                  void choose(chosen);
                }}
              >
                {(button) => (
                  <Button
                    variant="subtle"
                    loading={isReading}
                    leftSection={<IconFileUpload size={16} aria-hidden />}
                    {...button}
                  >
                    {texts.chooseFile}
                  </Button>
                )}
              </FileButton>
              <Text size="sm" c="dimmed" role="status">
                {texts.names(names.length)}
              </Text>
            </Group>
            {leftOut.length > 0 && (
              <Text size="sm" role="status">
                {texts.leftOut(shortList(leftOut, cellsShown))}
              </Text>
            )}
            <ReasonInput value={reason} problem={tooLong} onChange={setReason} />
          </Stack>
        </DialogFields>
        {question}
        {progress !== null && <AddingProgress done={progress} total={names.length} />}
        <DialogActions>
          <Button variant="default" onClick={onCancel}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" loading={progress !== null}>
            {names.length === 0 ? texts.submit : texts.add(names.length)}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

type ReasonInputProps = { value: string; problem: string | null; onChange: (reason: string) => void };

function ReasonInput({ value, problem, onChange }: ReasonInputProps) {
  return (
    <TextInput
      label={texts.reason}
      description={texts.reasonHint}
      placeholder={texts.reasonSample}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function AddingProgress({ done, total }: { done: number; total: number }) {
  const text = texts.working(done, total);
  return (
    <div>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress value={(done / total) * 100} size="sm" mt={4} aria-label={text} />
    </div>
  );
}

type FileChoiceProps = { file: NamesFile; problem: string | null; onClear: () => void };

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
      {file.otherSheets.length > 0 && (
        <Text size="sm" role="status">
          {texts.otherSheets(shortList(file.otherSheets, cellsShown))}
        </Text>
      )}
      {problem !== null && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}
