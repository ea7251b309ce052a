import { countText, formatCount, peopleText } from '../../../platform/numbers.ts';

export const valuesTexts = {
  table: {
    edit: 'Edit Values',
    editOf: (name: string) => `Edit Values for ${name}`,
    none: 'No value',
    others: (count: number) => `${count} more`,
  },
  person: {
    title: (name: string) => `Values for @${name}`,
    explain:
      'Messages to this person use these values in place of the template’s variables. If a value is missing, the template’s fallback is used. If the template has no fallback either, this person is skipped.',
    submit: 'Save',
    saved: (name: string) => `Values for @${name} saved`,
    failed: 'Failed to save the values',
  },
  variables: {
    open: 'Variables',
    title: 'Variables',
    explain:
      'If you write {first_name} in a template, each person sees their own value. You can import the values from the columns of a file.',
    none: 'This list has no variables yet.',
    name: (place: number) => `Name of variable ${place}`,
    filled: (people: number, of: number) =>
      `${formatCount(people)} of ${peopleText(of)} ${of === 1 ? 'has' : 'have'} a value`,
    added: 'New. No one has a value yet.',
    removed: (people: number) =>
      people === 0
        ? 'Will be removed. No one has a value.'
        : `Will be removed along with ${countText(people, 'value')}.`,
    remove: (name: string) => `Remove ${name}`,
    keep: 'Keep',
    add: 'Add variable',
    twice: 'Another variable has this name',
    beingRemoved: 'You’re removing a variable with this name. Keep it, or choose another name.',
    submit: 'Save',
    submitRemoval: (values: number) => `Save and delete ${countText(values, 'value')}`,
    changing: 'This list’s variables are still being renamed or removed. This takes a moment.',
    loadFailed: 'The variables',
    saved: 'Variables saved',
    failed: 'Failed to save the variables',
  },
};
