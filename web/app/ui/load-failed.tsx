import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';
import { uiTexts } from './ui.texts.ts';

/** Replaces content that couldn't be loaded and offers a button to retry. */
export function LoadFailed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <EmptyState
      compact
      title={uiTexts.loadFailed.title(what)}
      action={
        <Button variant="default" onClick={onRetry}>
          {uiTexts.loadFailed.retry}
        </Button>
      }
    >
      {uiTexts.loadFailed.advice}
    </EmptyState>
  );
}
