import { Alert, Button, FileButton, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useState, type DragEvent } from 'react';
import css from './file-step.module.css';
import { fileTexts } from './file.texts.ts';

const { choose: texts } = fileTexts;
const accepted =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type FilePickerProps = {
  isDisabled: boolean;
  failed: { name: string; problem: string } | null;
  onFile: (file: File) => void;
};

/** A place to drop a file, and a button to choose one. */
export function FilePicker({ isDisabled, failed, onFile }: FilePickerProps) {
  const [isOver, setOver] = useState(false);
  useNoStrayDrops();
  function drop(event: DragEvent) {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined && !isDisabled) onFile(file);
  }
  return (
    <section
      className={css['drop']}
      data-over={isOver || undefined}
      aria-label={texts.title}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} stroke={1.5} aria-hidden />
      <h2>{texts.drop}</h2>
      <FileButton accept={accepted} disabled={isDisabled} onChange={(file) => file !== null && onFile(file)}>
        {(button) => (
          <Button {...button} disabled={isDisabled}>
            {texts.action}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {texts.text}
      </Text>
      {failed !== null && (
        <Alert color="red" variant="light" title={texts.problem(failed.name)} ta="left" role="alert">
          {failed.problem}
        </Alert>
      )}
    </section>
  );
}

/** A file that is dropped beside its place would replace the page. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const stop = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
}
