import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Cursor } from '../platform/cursor-state.ts';
import { uiTexts } from './ui.texts.ts';

type CursorFooterProps = {
  /** The cursors of the previous and next pages, as the server sent them. Undefined until the page has loaded. */
  page: { previous_after: number | null; next_before: number | null } | undefined;
  onTurn: (to: Cursor) => void;
};

/** Buttons for the previous and next page of a table with cursor pagination. Renders nothing while loading or if there is only one page. */
export function CursorFooter({ page, onTurn }: CursorFooterProps) {
  const after = page?.previous_after ?? null;
  const before = page?.next_before ?? null;
  if (after === null && before === null) return null;
  return (
    <Group justify="flex-end" mt="sm" gap="xs" component="nav" aria-label={uiTexts.pages.label}>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={15} aria-hidden />}
        disabled={after === null}
        onClick={() => after !== null && onTurn({ after })}
      >
        {uiTexts.pages.previous}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={15} aria-hidden />}
        disabled={before === null}
        onClick={() => before !== null && onTurn({ before })}
      >
        {uiTexts.pages.next}
      </Button>
    </Group>
  );
}
