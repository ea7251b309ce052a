import { Button } from '@mantine/core';
import { notesOn } from './placeholders.ts';
import css from './template-preview.module.css';
import { templateTexts } from './templates.texts.ts';

const { notes: texts } = templateTexts;

type PlaceholderNotesProps = {
  content: string;
  variables: readonly string[];
  onFix: (placeholder: { written: string; meant: string }) => void;
};

/**
 * Shows notes about a template's placeholders: which placeholders are unknown, which lack a fallback after the `|`, and who would be
 * skipped. A button fixes the name of an unknown placeholder if it is clear which variable was meant.
 */
export function PlaceholderNotes({ content, variables, onFix }: PlaceholderNotesProps) {
  const { unknown, required, unfinished } = notesOn(content, variables);
  return (
    <div role="status" className={css['notes']}>
      {unknown.map(({ written, meant }) => (
        <p key={written} className={css['warning']}>
          {texts.unknown(written, meant)}{' '}
          {meant !== null && (
            <Button
              size="compact-xs"
              variant="light"
              aria-label={texts.fixOf(written, meant)}
              onClick={() => onFix({ written, meant })}
            >
              {texts.fix}
            </Button>
          )}
        </p>
      ))}
      {unfinished.length > 0 && <p className={css['warning']}>{texts.unfinished(unfinished)}</p>}
      {required.length > 0 && <p>{texts.required(required)}</p>}
    </div>
  );
}
