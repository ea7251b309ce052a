import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';

/** In the place of what could not be loaded, with another try. */
export function LoadFailed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <EmptyState
      compact
      title={`${what} could not be loaded`}
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Check your connection, or try again in a moment.
    </EmptyState>
  );
}
