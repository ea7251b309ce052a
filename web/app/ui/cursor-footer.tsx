import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { uiTexts } from './ui.texts.ts';

type CursorFooterProps = {
  /** Undefined on the first page. */
  onPrevious: (() => void) | undefined;
  /** Undefined on the last page. */
  onNext: (() => void) | undefined;
};

/** "Previous" and "Next" buttons for a table with cursor pagination. Renders nothing if there is only one page. */
export function CursorFooter({ onPrevious, onNext }: CursorFooterProps) {
  if (onPrevious === undefined && onNext === undefined) return null;
  return (
    <Group justify="flex-end" mt="sm" gap="xs" component="nav" aria-label={uiTexts.pages.label}>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={15} aria-hidden />}
        disabled={onPrevious === undefined}
        onClick={onPrevious}
      >
        {uiTexts.pages.previous}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={15} aria-hidden />}
        disabled={onNext === undefined}
        onClick={onNext}
      >
        {uiTexts.pages.next}
      </Button>
    </Group>
  );
}
