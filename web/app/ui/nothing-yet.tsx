import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';

type NothingYetProps = {
  texts: { title: string; text: string; action: string };
  /** Whether the user may add something. */
  isAllowed?: boolean;
  onAdd: () => void;
};

/** The empty state of a screen that has nothing to show until the user adds something. */
export function NothingYet({ texts, isAllowed = true, onAdd }: NothingYetProps) {
  return (
    <EmptyState
      title={texts.title}
      action={
        <Button disabled={!isAllowed} onClick={onAdd}>
          {texts.action}
        </Button>
      }
    >
      {texts.text}
    </EmptyState>
  );
}
