import { countText, formatCount, peopleText } from '../../../platform/numbers.ts';

export const valuesTexts = {
  table: {
    edit: 'Edit Values',
    editOf: (name: string) => `Edit Values of ${name}`,
    none: 'No value',
    others: (count: number) => `${count} more`,
  },
  person: {
    title: (name: string) => `Values of @${name}`,
    explain:
      'What a message says to this person where its template has a variable. Without a value, the fallback is used. Where there is none, this person is skipped.',
    submit: 'Save',
    saved: (name: string) => `Values of @${name} saved`,
    failed: 'Failed to save the values',
  },
  variables: {
    open: 'Variables',
    title: 'Variables',
    explain:
      'Write {first_name} in a template and each person reads their own value. An import can fill these in from its columns.',
    none: 'This list has no variables yet.',
    name: (place: number) => `Name of variable ${place}`,
    filled: (people: number, of: number) => `${formatCount(people)} of ${peopleText(of)} have a value`,
    added: 'New. Nobody has a value yet.',
    removed: (people: number) =>
      people === 0
        ? 'Will be removed. Nobody has a value.'
        : `Will be removed, and ${countText(people, 'value')} with it.`,
    remove: (name: string) => `Remove ${name}`,
    keep: 'Keep',
    add: 'Add variable',
    twice: 'Another variable has this name',
    submit: 'Save',
    submitRemoval: (values: number) => `Save and delete ${countText(values, 'value')}`,
    changing: 'The values of this list are still being renamed or removed. This takes a moment.',
    loadFailed: 'The variables',
    saved: 'Variables saved',
    failed: 'Failed to save the variables',
  },
};
