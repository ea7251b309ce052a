import { formatCount } from '../../../platform/numbers.ts';

const progress = (sent: number, total: number) => `${formatCount(sent)} of ${formatCount(total)} names`;

export const importTexts = {
  title: 'Bulk Import',
  form: {
    usernames: 'Usernames',
    hint: 'One per line, with or without @. Blank lines and names already on the list are skipped.',
    sample: 'rosa.fields\n@the_corner_bakery\nharbor.cafe',
    chooseFile: 'Choose a file',
    names: (count: number) => `${formatCount(count)} ${count === 1 ? 'name' : 'names'}`,
    fileNames: (file: string, count: number) =>
      `<file>${file}</file> has ${formatCount(count)} ${count === 1 ? 'name' : 'names'}`,
    pasteInstead: 'Paste names instead',
    unreadable: (file: string) => `Couldn't read ${file}. Choose a text file.`,
    empty: 'Please enter at least one recipient',
    header: (line: number) => `Line ${line} looks like a column header and will be left out.`,
    cancel: 'Cancel',
    submit: 'Import',
  },
  progress: {
    label: 'Bulk import',
    names: progress,
    imported: (sent: number, total: number) => `Imported ${progress(sent, total)}`,
    running: (sent: number, total: number) => `Importing ${progress(sent, total)}`,
    stopped: (sent: number, total: number) => `Import stopped at ${progress(sent, total)}`,
    details: 'Details',
    stop: 'Stop',
    dismiss: 'Dismiss',
    resume: 'Continue',
    startOver: 'Start over',
    importMore: 'Import more',
    done: 'Done',
  },
  report: {
    added: 'Added',
    duplicates: 'Already on the list',
    invalid: 'Invalid',
    rejected: 'Not imported',
    someRejected: (shown: number, all: number) => `Not imported (first ${shown} of ${formatCount(all)})`,
    rejectedLabel: 'Names that were not imported',
    line: 'Line',
    name: 'Name',
    why: 'Why',
  },
  toasts: {
    added: (count: number) => `${formatCount(count)} ${count === 1 ? 'recipient' : 'recipients'} added`,
    noneAdded: 'No recipient was added',
    noneAddedDetail: (duplicates: number, invalid: number) =>
      `${formatCount(duplicates)} already on the list, ${formatCount(invalid)} invalid`,
    failed: 'Failed to add recipient(s)',
  },
};
