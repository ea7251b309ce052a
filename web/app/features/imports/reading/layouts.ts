/* File layouts. The page imports this module, so it must not import the parsing libraries, which only the worker needs. */

export const encodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'utf-16le',
  'utf-16be',
] as const;
export type Encoding = (typeof encodings)[number];

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** How to read a file: a text file's encoding and delimiter, or a workbook's sheet. */
export type Layout =
  | { kind: 'text'; encoding: Encoding; delimiter: Delimiter }
  | { kind: 'workbook'; sheets: string[]; sheet: number };

/** The parts of the detected layout that the user has corrected. */
export type Corrections = { encoding?: Encoding; delimiter?: Delimiter; sheet?: number };
