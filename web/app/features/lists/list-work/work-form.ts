import type { UseFormReturnType } from '@mantine/form';
import { listNameMaxLength } from '@sandpiper/contract/limits';
import { useEffect, useEffectEvent } from 'react';
import { listWorkTexts as texts } from './list-work.texts.ts';

/** Shortens a suggested name so that the name field accepts it. */
export const shortName = (name: string) => name.slice(0, listNameMaxLength);

export const nameRule = (name: string) => (name.trim() === '' ? texts.nameRequired : null);

/** Resets the form to these values each time its dialog opens. */
export function useFreshForm<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  values: Values,
  isOpen: boolean,
): void {
  const begin = useEffectEvent(() => {
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
  });
  useEffect(() => {
    if (isOpen) begin();
  }, [isOpen]);
}
