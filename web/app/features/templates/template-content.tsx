import { Textarea } from '@mantine/core';
import { templateContentMaxLength } from '@sandpiper/contract/limits';
import { messageLength } from '@sandpiper/contract/message';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { lengthProblem } from '../../ui/text-length.ts';
import { EmojiButton } from './emoji-button.tsx';
import { PlaceholderNotes } from './placeholder-notes.tsx';
import { fixPlaceholder, insertPlaceholder, insertText, type Edit, type Selection } from './placeholders.ts';
import css from './template-content.module.css';
import { templateTexts } from './templates.texts.ts';
import { VariableButtons } from './variable-buttons.tsx';

const { form: texts } = templateTexts;

type TemplateContentProps = {
  content: string;
  /** The variables of all the user's lists. Undefined until the lists have loaded. */
  variables: readonly string[] | undefined;
  error: ReactNode;
  onChange: (content: string) => void;
};

/** The text field for a template's content, with buttons that insert variables and emoji at the caret, and notes about the placeholders. */
export function TemplateContent({ content, variables: loaded, error, onChange }: TemplateContentProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const variables = loaded ?? [];
  const tooLong = lengthProblem(content, templateContentMaxLength);

  /**
   * Applies the edit that `editOf` returns for the field's selection and text. In the field, a line break is one character, but in
   * `content`, it can be two.
   */
  function change(editOf: (selection: Selection, written: string) => Edit): void {
    const area = field.current;
    if (area === null) return;
    const written = area.value;
    const { at, text, selection } = editOf([area.selectionStart, area.selectionEnd], written);
    area.focus();
    area.setSelectionRange(...at);
    if (!typeInto(area, text)) flushSync(() => onChange(written.slice(0, at[0]) + text + written.slice(at[1])));
    area.setSelectionRange(...selection);
    // The menu or the popover that is closing may take the focus.
    requestAnimationFrame(() => area.focus());
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
          onInsert={(name, hasFallback) => change((at) => insertPlaceholder(at, { name, hasFallback }))}
        />
        <EmojiButton onInsert={(emoji) => change((at) => insertText(at, emoji))} />
        <span className={css['length']} data-too-long={tooLong !== null || undefined}>
          {texts.length(messageLength(content), templateContentMaxLength)}
        </span>
      </div>
      {loaded !== undefined && (
        <PlaceholderNotes
          content={content}
          variables={loaded}
          onFix={(placeholder) => change((at, written) => fixPlaceholder(written, placeholder, at))}
        />
      )}
    </div>
  );
}

/** Replaces the selected text so that the browser's Undo command can undo the change. Returns false if the browser can't do this. */
function typeInto(area: HTMLTextAreaElement, text: string): boolean {
  const page = area.ownerDocument;
  return typeof page.execCommand === 'function' && page.execCommand('insertText', false, text);
}
