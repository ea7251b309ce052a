import { notesOn } from './placeholders.ts';
import css from './template-preview.module.css';
import { templateTexts } from './templates.texts.ts';

const { notes: texts } = templateTexts;

/** Shows notes about a template's placeholders: which ones are unknown or lack a fallback after the `|`, and who would be skipped. */
export function PlaceholderNotes({ content, variables }: { content: string; variables: readonly string[] }) {
  const { unknown, required, unfinished } = notesOn(content, variables);
  return (
    <div role="status" className={css['notes']}>
      {unknown.map(({ written, meant }) => (
        <p key={written} className={css['warning']}>
          {texts.unknown(written, meant)}
        </p>
      ))}
      {unfinished.length > 0 && <p className={css['warning']}>{texts.unfinished(unfinished)}</p>}
      {required.length > 0 && <p>{texts.required(required)}</p>}
    </div>
  );
}
