import { Textarea } from '@mantine/core';
import { templateContentMaxLength } from '@sandpiper/contract/limits';
import { messageLength } from '@sandpiper/contract/message';
import { useRef, type ReactNode } from 'react';
import { lengthProblem } from '../../ui/text-length.ts';
import { EmojiButton } from './emoji-button.tsx';
import { insertPlaceholder, insertText, type Edited } from './placeholders.ts';
import css from './template-content.module.css';
import { templateTexts } from './templates.texts.ts';
import { VariableButtons } from './variable-buttons.tsx';

const { form: texts } = templateTexts;

type TemplateContentProps = {
  content: string;
  /** All lists' variables. */
  variables: readonly string[];
  error: ReactNode;
  onChange: (content: string) => void;
};

/** The text field for a template's content, with buttons that insert variables and emoji at the caret. */
export function TemplateContent({ content, variables, error, onChange }: TemplateContentProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const tooLong = lengthProblem(content, templateContentMaxLength);

  function insert(insertAt: (selection: readonly [number, number]) => Edited): void {
    const area = field.current;
    const start = area?.selectionStart ?? content.length;
    const inserted = insertAt([start, area?.selectionEnd ?? start]);
    onChange(inserted.content);
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(inserted.caret, inserted.caret);
    });
  }

  return (
    <div>
      <Textarea
        ref={field}
        label={texts.content}
        description={variables.length === 0 ? texts.contentHint : texts.variablesHint}
        required
        autosize
        minRows={4}
        maxRows={10}
        value={content}
        error={tooLong ?? error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={css['tools']}>
        <VariableButtons
          variables={variables}
          onInsert={(name, hasFallback) => insert((at) => insertPlaceholder(content, at, { name, hasFallback }))}
        />
        <EmojiButton onInsert={(emoji) => insert((at) => insertText(content, at, emoji))} />
        <span className={css['length']} data-too-long={tooLong !== null || undefined}>
          {texts.length(messageLength(content), templateContentMaxLength)}
        </span>
      </div>
    </div>
  );
}
