import { listNameMaxLength } from '@sandpiper/contract/limits';
import { shortened } from '@sandpiper/contract/shortened';
import { listWorkTexts as texts } from './list-work.texts.ts';

/** Suggests a name for a new list. Shortens the old name if the new one would be too long. */
export function suggestedName(name: string, suggestion: (name: string) => string): string {
  return suggestion(shortened(name, listNameMaxLength - suggestion('').length));
}

export const nameRule = (name: string) => (name.trim() === '' ? texts.nameRequired : null);
