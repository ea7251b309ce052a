import { Textarea } from '@mantine/core';
import { listSourceMaxLength } from '@sandpiper/contract/limits';
import type { Ref } from 'react';
import { lengthProblem } from '../../../ui/text-length.ts';
import css from './review.module.css';
import { reviewTexts } from './review.texts.ts';

const { source: texts } = reviewTexts;

type SourceFieldProps = {
  ref: Ref<HTMLTextAreaElement>;
  value: string;
  error: string | null;
  isBusy: boolean;
  onChange: (value: string) => void;
};

/** Asks where the user found the people. The user is asked only once for each list. */
export function SourceField({ ref, value, error, isBusy, onChange }: SourceFieldProps) {
  return (
    <Textarea
      ref={ref}
      className={css['source'] ?? ''}
      label={texts.label}
      description={texts.hint}
      placeholder={texts.sample}
      autosize
      minRows={2}
      required
      disabled={isBusy}
      value={value}
      error={lengthProblem(value, listSourceMaxLength) ?? error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
