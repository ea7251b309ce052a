import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';
import { uiTexts } from './ui.texts.ts';

/** Shown instead of content that couldn't be loaded, with a button to retry. */
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
