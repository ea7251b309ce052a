import { formatCount } from '../../../platform/numbers.ts';

const saveAs = 'save it as .xlsx or .csv, and choose that file';

/** Error messages for files that can't be read. */
export const readingTexts = {
  empty: 'This file is empty.',
  noRows: 'There are no rows in this file.',
  tooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Split it into smaller files.`,
  tooManyRows: (rows: number) => `This file has more than ${formatCount(rows)} rows. Split it into smaller files.`,
  password: `This file is protected with a password. Open it in Excel, remove the password (File, Info, Protect Workbook), save the file, and choose it again.`,
  oldExcel: `This is an old Excel file (.xls). Open it in a spreadsheet program, ${saveAs}.`,
  otherWorkbook: `This spreadsheet format can’t be read. Open the file in the program it comes from, ${saveAs}.`,
  noWorkbook: 'This is a ZIP archive, not an Excel file. Unpack it and choose the file inside.',
  archive: 'This is a compressed archive. Unpack it and choose the file inside.',
  pdf: 'This is a PDF. Export the list as .xlsx or .csv from the program it comes from, and choose that file.',
  image: 'This is an image. Choose a .csv, .tsv or .xlsx file.',
  webPage: `This is a web page, not a table. Open it in a spreadsheet program, ${saveAs}.`,
  notText: 'This isn’t a text file or an Excel file. Choose a .csv, .tsv or .xlsx file.',
  damaged: 'This file is damaged or incomplete. Download or save it again, then choose it again.',
  inflates:
    'This file unpacks to far more data than a list of people would contain, so it wasn’t read. Copy the list into a new file, and choose that file.',
  noSheets: 'All sheets in this workbook are empty.',
  quotes: (line: number) =>
    `Row ${formatCount(line)} and others have quotation marks that don’t match. Remove these quotation marks, or open the file in a spreadsheet program, ${saveAs}.`,
  notLoaded: 'The file reader didn’t load. Reload the page and try again.',
  gone: 'The file can’t be read anymore. It may have been moved or changed. Choose it again.',
};
