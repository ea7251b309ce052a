import type { ImportFate, OptionalFate } from '@sandpiper/contract/import-fates';
import type { ImportStatus } from '@sandpiper/contract/imports';
import { countText, formatCount, peopleText } from '../../platform/numbers.ts';

const rowsText = (count: number) => countText(count, 'row');
const share = (done: number, total: number) => `${formatCount(done)} of ${rowsText(total)}`;

/** UI strings shared by several parts of the import. */
export const importTexts = {
  title: 'Bulk Import',
  loadFailed: 'The import',
  expired: 'This import wasn’t finished in time, so its rows were deleted. Start over.',
  into: (list: string) => `Add people to ${list} from a file, or paste their names.`,
  /** Shown while the list's name loads. */
  intoList: 'Add people from a file, or paste their names.',
  subscription: 'import people',
  history: { title: 'Imports', description: 'Every import into this list, with its result.' },
  steps: {
    label: 'Import steps',
    names: { people: 'People', columns: 'Columns', check: 'Check', import: 'Import' },
  },
  statuses: {
    receiving: 'Uploading',
    checking: 'Checking',
    checked: 'Not started',
    importing: 'Importing',
    done: 'Done',
    stopped: 'Stopped',
    failed: 'Failed',
    undoing: 'Undoing',
    undone: 'Undone',
  } satisfies Record<ImportStatus, string>,
  fates: {
    new: 'New',
    on_other_list: 'On another list',
    contacted: 'Contacted recently',
    on_this_list: 'Already on this list',
    do_not_contact: 'Do not contact',
    repeated: 'Duplicate',
    invalid: 'Can’t be imported',
  } satisfies Record<ImportFate, string>,
  progress: {
    label: 'Import',
    uploading: (file: string, sent: number) => `Uploading ${file}: ${rowsText(sent)}`,
    uploadStopped: (file: string, sent: number) => `The upload of ${file} stopped after ${rowsText(sent)}`,
    unfinished: (file: string) => `The upload of ${file} isn’t running in this tab`,
    checking: (file: string, done: number, total: number) => `Checking ${file}: ${share(done, total)}`,
    checked: (file: string) => `Checked ${file}: ready for your review`,
    importing: (file: string, done: number, total: number) => `Importing ${file}: ${share(done, total)}`,
    undoing: (file: string, done: number, total: number) => `Undoing the import of ${file}: ${share(done, total)}`,
    show: 'Details',
    continue: 'Continue',
    all: 'All imports',
    last: (file: string, added: number) => `Last import: ${file}, ${peopleText(added)} added`,
    lastUndone: (file: string) => `Last import: ${file}, undone`,
  },
  toasts: {
    fetchFailed: 'Couldn’t load the imports',
    checkFailed: 'Failed to check the rows',
    startFailed: 'Failed to start the import',
    cancelFailed: 'Failed to cancel the import',
    undoFailed: 'Failed to undo the import',
  },
  download: {
    action: 'Download all rows',
    working: (size: string) => `Exporting the rows… ${size}`,
    label: 'Exporting the rows',
    done: (size: string) => `Rows exported (${size})`,
    failed: 'Failed to export the rows',
    fileName: (id: number) => `import-${id}.xlsx`,
  },
  optional: {
    on_other_list: 'Also add people who are on other lists',
    contacted: 'Add them anyway',
  } satisfies Record<OptionalFate, string>,
};
