import { countText } from '../../../platform/numbers.ts';
import type { Delimiter, Encoding } from '../reading/layouts.ts';

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
    hint: 'One per line: a username, @username or a link to the person’s Instagram profile. You’ll see what will happen to each name before anyone is added.',
    sample: 'rosa.fields\n@the_corner_bakery\ninstagram.com/harbor.cafe',
    names: (count: number) => countText(count, 'name'),
    table: 'This looks like a table. Choose its columns in the next step.',
    submit: 'Continue',
    empty: 'Please enter at least one recipient',
    /** What the imports show as the file name of pasted usernames and of a pasted table. */
    namesName: 'Pasted names',
    tableName: 'Pasted table',
  },
  opening: (file: string) => `Reading ${file}…`,
  openingLabel: 'Reading the file',
  cancel: 'Cancel',
  encodings: {
    'utf-8': 'UTF-8 (most files)',
    'windows-1252': 'Western European (Windows, Latin-1)',
    'windows-1250': 'Central European (Windows)',
    'windows-1251': 'Cyrillic (Windows)',
    'windows-1253': 'Greek (Windows)',
    'windows-1254': 'Turkish (Windows)',
    shift_jis: 'Japanese (Shift JIS)',
    gb18030: 'Chinese (GB 18030)',
    'euc-kr': 'Korean (EUC-KR)',
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
