import { Alert, Button, FileButton, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

/** A drop area with a button to choose a file. */
export function FilePicker({ isDisabled, failed, onFile }: FilePickerProps) {
  const [isOver, setOver] = useState(false);
  const place = useDroppedFile({ onOver: setOver, onFile: isDisabled ? null : onFile });
  return (
    <section className={css['drop']} data-over={isOver || undefined} aria-label={texts.title} ref={place}>
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

type Drop = { onOver: (isOver: boolean) => void; onFile: ((file: File) => void) | null };

/**
 * Accepts a file dropped on the drop area. Also cancels drops elsewhere, because otherwise the browser would leave the page and
 * open the file.
 */
function useDroppedFile({ onOver, onFile }: Drop) {
  const place = useRef<HTMLElement>(null);
  const drag = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    const isHere = event.target instanceof Node && place.current?.contains(event.target) === true;
    onOver(event.type === 'dragover' && isHere);
    const file = event.type === 'drop' && isHere ? event.dataTransfer?.files[0] : undefined;
    if (file !== undefined) onFile?.(file);
  });
  useEffect(() => {
    const listener = (event: DragEvent) => drag(event);
    const types = ['dragover', 'dragleave', 'drop'] as const;
    for (const type of types) window.addEventListener(type, listener);
    return () => types.forEach((type) => window.removeEventListener(type, listener));
  }, []);
  return place;
}
