import { Button, Progress, Text } from '@mantine/core';
import { formatCount } from '../../../platform/dates.ts';
import css from './import-strip.module.css';
import { useImport } from './imports.tsx';

type ImportStripProps = {
  listId: number;
  /** Shows what became of the names, where there is room for it. */
  onShow?: () => void;
};

/** An import that runs or came to a halt, outside its dialog: how far it is, and what can be done about it. */
export function ImportStrip({ listId, onShow }: ImportStripProps) {
  const { current, goOn, halt, reset } = useImport(listId);
  if (current.phase === 'ready' || current.phase === 'finished') return null;
  const isRunning = current.phase === 'running';
  const { sent, total } = current.state;
  const text = `${formatCount(sent)} of ${formatCount(total)} names`;
  return (
    <section className={css['strip']} aria-label="Bulk import">
      <div className={css['line']}>
        <Text size="sm" role="status">
          {isRunning ? 'Importing' : 'Import stopped at'} {text}
        </Text>
        <div className={css['buttons']}>
          {onShow !== undefined && (
            <Button variant="subtle" size="compact-sm" onClick={onShow}>
              Details
            </Button>
          )}
          {isRunning ? (
            <Button variant="default" size="compact-sm" onClick={halt}>
              Stop
            </Button>
          ) : (
            <>
              <Button variant="subtle" size="compact-sm" onClick={reset}>
                Dismiss
              </Button>
              <Button variant="light" size="compact-sm" onClick={goOn}>
                Go on
              </Button>
            </>
          )}
        </div>
      </div>
      <Progress value={(sent / total) * 100} aria-label={`Imported ${text}`} transitionDuration={150} />
    </section>
  );
}
