import { countText, formatCount, peopleText } from '../../../platform/numbers.ts';

export const historyTexts = {
  label: 'Imports',
  file: 'Import',
  whenBy: (username: string) => `<time></time> by ${username}`,
  rows: 'Rows',
  rowCount: (count: number) => countText(count, 'row'),
  result: 'Result',
  added: (count: number) => `${formatCount(count)} added`,
  actions: 'Actions',
  download: (file: string) => `Download all rows from ${file}`,
  open: 'Continue',
  openOf: (file: string) => `Continue the import of ${file}`,
  updated: (count: number) => `${formatCount(count)} updated`,
  removed: (count: number) => `${formatCount(count)} removed`,
  restored: (count: number) => `${formatCount(count)} got their earlier values back`,
  kept: (count: number) => `${formatCount(count)} kept (already contacted)`,
  undoUntil: 'Can be undone until <time></time>',
  empty: 'No imports yet',
  emptyText: 'Import people from a file, or paste their names.',
  undo: {
    action: 'Undo',
    of: (file: string) => `Undo the import of ${file}`,
    title: (file: string) => `Undo the import of ${file}?`,
    counting: 'Checking what the undo would change…',
    previewFailed: 'Couldn’t check what the undo would change',
    removes: (removes: number, list: string) =>
      removes === 0
        ? `No one will be removed from ${list}.`
        : `${peopleText(removes)} added by this import will be removed from ${list}.`,
    onlyKnown: 'People known only from this import will also be removed from People.',
    unusedVariables: 'Variables that this import created will be removed from the list if nothing else uses them.',
    keeps: (keeps: number) =>
      keeps === 1
        ? '1 person will stay because you’ve contacted them.'
        : `${formatCount(keeps)} people will stay because you’ve contacted them.`,
    restores: (restores: number) =>
      `Up to ${peopleText(restores)} whose values this import changed will get their earlier values back.`,
  },
};
