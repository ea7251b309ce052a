import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import css from './emoji-button.module.css';
import { templateTexts } from './templates.texts.ts';

const { emoji: texts } = templateTexts;

/** A button that shows common emoji and inserts the chosen emoji. */
export function EmojiButton({ onInsert }: { onInsert: (emoji: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  // After an emoji is inserted, focus belongs in the text field.
  const [hasInserted, setInserted] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus={!hasInserted} withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconMoodSmile size={14} aria-hidden />}
          onClick={() => {
            setInserted(false);
            setOpen(!isOpen);
          }}
        >
          {texts.open}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" data-mantine-stop-propagation>
        <div className={css['grid']}>
          {Object.entries(texts.names).map(([emoji, name]) => (
            <UnstyledButton
              key={emoji}
              aria-label={name}
              title={name}
              // Without this attribute, Escape would also close the dialog behind the emoji.
              data-mantine-stop-propagation
              onClick={() => {
                setInserted(true);
                setOpen(false);
                onInsert(emoji);
              }}
            >
              {emoji}
            </UnstyledButton>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
