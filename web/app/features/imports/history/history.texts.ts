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
    removes: (added: number, list: string) =>
      `This removes the people it added to ${list} and who haven’t been contacted yet: up to ${peopleText(added)}. Everyone else stays.`,
    restores: (updated: number) => `${peopleText(updated)} whose values it changed get their earlier values back.`,
  },
};
