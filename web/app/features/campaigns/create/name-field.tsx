import { TextInput } from '@mantine/core';
import { campaignNameMaxLength } from '@sandpiper/contract/limits';
import { useState, type ClipboardEvent } from 'react';
import { campaignFormTexts } from '../campaign-form.texts.ts';
import css from './campaign-form.module.css';

const { form: texts } = campaignFormTexts;

type NameFieldProps = { name: string; error: string | undefined; onName: (name: string) => void };

/** Returns whether the browser will cut off the end of the pasted text, because the text doesn't fit in the field. */
function willBeCut({ currentTarget: field, clipboardData }: ClipboardEvent<HTMLInputElement>): boolean {
  const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  return field.value.length - replaced + clipboardData.getData('text').length > campaignNameMaxLength;
}

/** The form field for the campaign's name. Tells the user if the browser has cut off the end of a pasted name. */
export function NameField({ name, error, onName }: NameFieldProps) {
  const [isCut, setCut] = useState(false);
  return (
    <TextInput
      label={texts.name}
      required
      autoFocus
      maxLength={campaignNameMaxLength}
      value={name}
      error={error}
      description={
        <>
          <span>{texts.nameLength(name.length, campaignNameMaxLength)}</span>
          <span className={css['cut']} aria-live="polite">
            {isCut && texts.nameCut}
          </span>
        </>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onPaste={(event) => setCut(willBeCut(event))}
      onInput={({ nativeEvent }) => {
        // A paste comes before its input event. Any other input means that the user has edited the name.
        if (!(nativeEvent instanceof InputEvent) || nativeEvent.inputType !== 'insertFromPaste') setCut(false);
      }}
      onChange={(event) => onName(event.currentTarget.value)}
    />
  );
}
