import { peopleText, countText } from '../../../platform/numbers.ts';
import type { Encoding } from '../reading/layouts.ts';
import type { Delimiter } from '../reading/layouts.ts';

export const fileTexts = {
  choose: {
    title: 'From a file',
    drop: 'Drop a file here',
    text: 'CSV, TSV or Excel (.xlsx), up to 1,000,000 rows and 200 MB. Nothing is added until you’ve seen what will happen to each row.',
    action: 'Choose a file',
    problem: (file: string) => `${file} can’t be imported`,
  },
  paste: {
    title: 'From the clipboard',
    usernames: 'Usernames',
    hint: 'One per line: a username, @username or a link to the person’s Instagram profile. Names that are repeated or already on the list are skipped.',
    sample: 'rosa.fields\n@the_corner_bakery\ninstagram.com/harbor.cafe',
    names: (count: number) => countText(count, 'name'),
    table: 'This looks like a table. Choose its columns in the next step.',
    submit: 'Import',
    next: 'Continue',
    empty: 'Please enter at least one recipient',
    fileName: 'Pasted rows',
  },
  report: {
    title: (added: number) => `${peopleText(added)} added`,
    added: 'Added',
    duplicates: 'Duplicates',
    invalid: 'Invalid',
    rejected: 'Not imported',
    someRejected: (shown: number, all: number) => `Not imported (first ${shown} of ${all.toLocaleString('en')})`,
    rejectedLabel: 'Names that were not imported',
    line: 'Line',
    name: 'Name',
    why: 'Why',
    more: 'Import more',
    toList: 'Go to the list',
    addedToast: (count: number) => `${countText(count, 'recipient')} added`,
    noneAdded: 'No recipients were added',
    noneAddedDetail: (duplicates: number, invalid: number) =>
      `${duplicates.toLocaleString('en')} already on the list or repeated, ${invalid.toLocaleString('en')} invalid`,
    failed: 'Failed to add recipient(s)',
  },
  opening: (file: string) => `Reading ${file}…`,
  openingLabel: 'Reading the file',
  cancel: 'Cancel',
  other: 'Choose another file',
  encodings: {
    'utf-8': 'UTF-8 (most files)',
    'windows-1252': 'Western European (Windows, Latin-1)',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16 (big-endian)',
  } satisfies Record<Encoding, string>,
  delimiters: {
    ',': 'Comma',
    ';': 'Semicolon',
    '\t': 'Tab',
    '|': 'Vertical bar',
  } satisfies Record<Delimiter, string>,
};
