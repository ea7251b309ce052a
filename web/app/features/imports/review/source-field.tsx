import { Textarea } from '@mantine/core';
import { listSourceMaxLength } from '@sandpiper/contract/limits';
import { lengthProblem } from '../../../ui/text-length.ts';
import css from './review.module.css';
import { reviewTexts } from './review.texts.ts';

const { source: texts } = reviewTexts;

type SourceFieldProps = { value: string; error: string | null; isBusy: boolean; onChange: (value: string) => void };

/** Asks where the user found the people. The user is asked only once for each list. */
export function SourceField({ value, error, isBusy, onChange }: SourceFieldProps) {
  return (
    <Textarea
      className={css['source'] ?? ''}
      label={texts.label}
      description={texts.hint}
      placeholder={texts.sample}
      autosize
      minRows={3}
      required
      data-autofocus
      autoFocus
      disabled={isBusy}
      value={value}
      error={lengthProblem(value, listSourceMaxLength) ?? error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
