import { Button, Progress, Text } from '@mantine/core';
import css from './import-strip.module.css';
import { importTexts } from './import/import.texts.ts';
import { useImport } from './imports.provider.tsx';

const { progress: texts } = importTexts;

type ImportStripProps = {
  listId: number;
  /** Opens the import's dialog; left out where there is none. */
  onShow?: () => void;
};

/** The progress of a running or stopped import outside its dialog, with buttons to stop, continue or dismiss it. */
export function ImportStrip({ listId, onShow }: ImportStripProps) {
  const { current, resume, stop, reset } = useImport(listId);
  if (current.phase === 'ready' || current.phase === 'finished') return null;
  const isRunning = current.phase === 'running';
  const { sent, total } = current.state;
  return (
    <section className={css['strip']} aria-label={texts.label}>
      <div className={css['line']}>
        <Text size="sm" role="status">
          {isRunning ? texts.running(sent, total) : texts.stopped(sent, total)}
        </Text>
        <div className={css['buttons']}>
          {onShow !== undefined && (
            <Button variant="subtle" size="compact-sm" onClick={onShow}>
              {texts.details}
            </Button>
          )}
          {isRunning ? (
            <Button variant="default" size="compact-sm" onClick={stop}>
              {texts.stop}
            </Button>
          ) : (
            <>
              <Button variant="subtle" size="compact-sm" onClick={reset}>
                {texts.dismiss}
              </Button>
              <Button variant="light" size="compact-sm" onClick={resume}>
                {texts.resume}
              </Button>
            </>
          )}
        </div>
      </div>
      <Progress value={(sent / total) * 100} aria-label={texts.imported(sent, total)} transitionDuration={150} />
    </section>
  );
}
