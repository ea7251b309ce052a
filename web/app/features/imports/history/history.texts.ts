import { formatCount, peopleText } from '../../../platform/numbers.ts';

export const historyTexts = {
  label: 'Imports',
  file: 'File',
  whenBy: (username: string) => `<time></time> by ${username}`,
  rows: 'Rows',
  result: 'Result',
  added: (count: number) => `${formatCount(count)} added`,
  actions: 'Actions',
  download: (file: string) => `Download all rows of ${file}`,
  open: 'Continue',
  openOf: (file: string) => `Continue the import of ${file}`,
  updated: (count: number) => `${formatCount(count)} updated`,
  removed: (count: number) => `${formatCount(count)} removed`,
  kept: (count: number) => `${formatCount(count)} kept, already contacted`,
  undoUntil: 'Can be undone until <time></time>',
  empty: 'No imports yet',
  emptyText: 'Import people from a file, or paste their names.',
  undo: {
    action: 'Undo',
    of: (file: string) => `Undo the import of ${file}`,
    title: (file: string) => `Undo the import of ${file}?`,
    counting: 'Counting who would be removed…',
    previewFailed: 'Couldn’t look up what this would do',
    removes: (removes: number, list: string) =>
      removes === 0
        ? `Nobody is removed from ${list}.`
        : `${peopleText(removes)} whom it added ${removes === 1 ? 'is' : 'are'} removed from ${list}.`,
    onlyKnown: 'People known only from this import are also removed from People.',
    keeps: (keeps: number) =>
      keeps === 1
        ? '1 person stays because they have been contacted.'
        : `${formatCount(keeps)} people stay because they have been contacted.`,
    restores: (restores: number) =>
      `Up to ${peopleText(restores)} whose values it changed get their earlier values back.`,
  },
};
