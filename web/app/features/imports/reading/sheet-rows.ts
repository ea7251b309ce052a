import type { SaxesTagPlain } from 'saxes';
import { cellMax, columnsMax, cutCell, isBlankRow, type RawRow, type RowSource } from './raw-rows.ts';
import { localName, newParser, sharedStringsOf, unescaped, type NumberStyle, type Workbook } from './workbook.ts';

type Progress = (share: number) => void;
type Strings = (onProgress?: Progress) => Promise<string[]>;

/** The part of the progress bar reserved for reading the shared strings, as a fraction. */
const stringsShare = 0.4;

/** Returns the rows of one sheet. The workbook's shared strings are loaded when the first rows are requested. */
export function sheetRows(workbook: Workbook, path: string, strings: Strings): RowSource {
  const before = workbook.sharedStringsPath === null ? 0 : stringsShare;
  return {
    rows: async function* rows(onProgress) {
      const texts = await strings((share) => onProgress?.(share * before));
      const sheet = new SheetParser(workbook, texts);
      const inSheet: Progress = (share) => onProgress?.(before + share * (1 - before));
      for await (const text of workbook.parts.text(path, { onProgress: inSheet })) yield sheet.add(text);
      yield sheet.end();
    },
  };
}

export function lazyStrings(workbook: Workbook): Strings {
  let strings: Promise<string[]> | null = null;
  return (onProgress) => (strings ??= sharedStringsOf(workbook, onProgress));
}

type Cell = { column: number; type: string; shownAs: NumberStyle | undefined };

/** Parses the rows in a sheet's XML. Ignores formulas, because the file also contains their last computed values. */
class SheetParser {
  private readonly parser = newParser();
  private rows: RawRow[] = [];
  private line = 0;
  private cells: string[] = [];
  private cell: Cell | null = null;
  private nextColumn = 0;
  private text = '';
  private isText = false;
  private isPhonetic = false;

  private readonly workbook: Workbook;
  private readonly strings: readonly string[];

  constructor(workbook: Workbook, strings: readonly string[]) {
    this.workbook = workbook;
    this.strings = strings;
    this.parser.on('opentag', (tag) => this.open(localName(tag.name), tag));
    this.parser.on('closetag', (tag) => this.close(localName(tag.name)));
    const addText = (piece: string) => {
      if (this.isText && this.text.length < cellMax * 2) this.text += piece.slice(0, cellMax * 2);
    };
    this.parser.on('text', addText);
    this.parser.on('cdata', addText);
  }

  add(text: string): RawRow[] {
    this.parser.write(text);
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  end(): RawRow[] {
    this.parser.close();
    return this.rows;
  }

  private open(tag: string, { attributes }: SaxesTagPlain): void {
    if (tag === 'row') {
      const line = Number(attributes['r']);
      this.line = Number.isSafeInteger(line) && line > 0 ? line : this.line + 1;
      this.cells = [];
      this.nextColumn = 0;
    } else if (tag === 'c') {
      const column = columnOf(attributes['r']) ?? this.nextColumn;
      this.nextColumn = column + 1;
      this.cell = {
        column,
        type: attributes['t'] ?? 'n',
        shownAs: this.workbook.numberStyles.get(Number(attributes['s'] ?? -1)),
      };
      this.text = '';
    } else if (tag === 'rPh') this.isPhonetic = true;
    else this.isText = this.cell !== null && (tag === 'v' || (tag === 't' && !this.isPhonetic));
  }

  private close(tag: string): void {
    this.isText = false;
    if (tag === 'rPh') this.isPhonetic = false;
    if (tag === 'c' && this.cell !== null) {
      const { column } = this.cell;
      const value = cutCell(this.valueOf(this.cell));
      this.cell = null;
      if (value === '' || column >= columnsMax) return;
      while (this.cells.length < column) this.cells.push('');
      this.cells[column] = value;
    }
    if (tag === 'row' && !isBlankRow(this.cells)) this.rows.push({ line: this.line, cells: this.cells });
  }

  private valueOf({ type, shownAs }: Cell): string {
    // Drop formula errors such as #N/A, so that they never end up in a message.
    if (type === 'e') return '';
    if (type === 's') return this.strings[Number(this.text)] ?? '';
    if (type === 'b') return this.text === '1' ? 'TRUE' : 'FALSE';
    if (type !== 'n' || this.text === '') return unescaped(this.text);
    const number = Number(this.text);
    if (Number.isNaN(number)) return this.text;
    if (shownAs === 'time') return timeText(number);
    if (shownAs === 'date') return dateText(number, this.workbook.countsFrom1904);
    if (shownAs === 'percent') return `${numberText(number * 100)}%`;
    return /^-?\d+$/.test(this.text) ? this.text : numberText(number);
  }
}

/** How many digits of a number Excel shows. Excel stores up to 17 digits, so 0.1 + 0.2 is stored as 0.30000000000000004. */
const shownDigits = 15;

const numberText = (number: number) => String(Number(number.toPrecision(shownDigits)));

/** Returns the zero-based column index of a cell reference, such as 27 for AB12, or null if the reference isn't valid. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return column - 1;
}

const dayMs = 86_400_000;

/** Converts a spreadsheet's time of day, which is a fraction of a day, to hours and minutes. */
function timeText(days: number): string {
  const time = new Date(Math.round((days * dayMs) / 1000) * 1000);
  return Number.isNaN(time.getTime()) ? String(days) : time.toISOString().slice(11, 16);
}

/**
 * Converts a spreadsheet's serial date to an ISO date, with the time if there is one. Serial dates count days from the end of 1899, or from
 * 1904 in some workbooks.
 */
function dateText(days: number, countsFrom1904: boolean): string {
  const start = countsFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(start + Math.round((days * dayMs) / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return String(days);
  const text = date.toISOString();
  return Number.isInteger(days) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
