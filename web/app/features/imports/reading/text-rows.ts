import Papa from 'papaparse';
import { textOf } from './encodings.ts';
import { FileProblem } from './file-problem.ts';
import { delimiters, type Delimiter, type Encoding } from './layouts.ts';
import { columnsMax, cutCell, isBlankRow, type RawRow, type RowSource } from './raw-rows.ts';
import { readingTexts as texts } from './reading.texts.ts';

const isDelimiter = (text: string): text is Delimiter => delimiters.some((each) => each === text);

/** How far to search for a closing quotation mark, in characters. If none is found, the opening quotation mark is treated as unclosed. */
const openQuoteMax = 16 * 1024 * 1024;
const brokenRowsMax = 20;

/** Excel's `sep=;` line, which some files start with to specify the delimiter. */
const delimiterLine = /^sep=(.)\n/;

/**
 * Returns the delimiter that a `sep=` line specifies or, without such a line, the delimiter that splits the first lines into the most
 * consistent number of columns. Returns a comma if there is only one column.
 */
export async function detectDelimiter(file: Blob, encoding: Encoding): Promise<Delimiter> {
  for await (const text of textOf(file.slice(0, 256 * 1024), encoding)) return delimiterOf(text);
  return ',';
}

function delimiterOf(text: string): Delimiter {
  const named = delimiterLine.exec(text)?.[1];
  if (named !== undefined && isDelimiter(named)) return named;
  const { meta } = Papa.parse<string[]>(text, {
    preview: 50,
    delimiter: '',
    delimitersToGuess: [...delimiters],
    // Without this option, a blank last line lowers the average number of columns, and the delimiter of a short two-column file isn't
    // detected.
    skipEmptyLines: 'greedy',
  });
  return isDelimiter(meta.delimiter) ? meta.delimiter : ',';
}

export function textRows(file: Blob, encoding: Encoding, delimiter: Delimiter): RowSource {
  return {
    rows: async function* rows(onProgress) {
      const cutter = new RowCutter(delimiter);
      for await (const text of textOf(file, encoding, onProgress)) yield* cutter.add(text);
      yield* cutter.end();
    },
  };
}

/** Splits text into rows. The text arrives in pieces. */
class RowCutter {
  private rest = '';
  private line = 0;
  private broken = 0;
  private isFirst = true;
  /** The number of columns, which is the number of cells in the first row that has more than one cell. */
  private width = 1;
  private readonly delimiter: Delimiter;

  constructor(delimiter: Delimiter) {
    this.delimiter = delimiter;
  }

  *add(text: string): Generator<RawRow[]> {
    this.rest += text;
    if (this.isFirst) {
      this.isFirst = false;
      if (delimiterLine.test(this.rest)) this.skipLine();
    }
    yield* this.take(false);
    while (this.rest.length > openQuoteMax) yield* this.takeAfterBreak(false);
  }

  *end(): Generator<RawRow[]> {
    yield* this.take(true);
  }

  /**
   * Takes the complete rows off the start of the buffered text. From each row with unmatched quotation marks, takes only the first line.
   */
  private *take(isLast: boolean): Generator<RawRow[]> {
    const { rows, isBroken } = this.cut(isLast);
    yield rows;
    if (isBroken) yield* this.takeAfterBreak(isLast);
  }

  private *takeAfterBreak(isLast: boolean): Generator<RawRow[]> {
    yield [this.breakLine()];
    yield* this.take(isLast);
  }

  /**
   * Takes the complete rows off the start of the buffered text. If a row has unmatched quotation marks, this row and the text after it
   * stay in the buffer.
   */
  private cut(isLast: boolean): { rows: RawRow[]; isBroken: boolean } {
    const { data, errors, meta } = this.parsed({ ignoresLastRow: !isLast });
    this.width = this.width > 1 ? this.width : (data.find((cells) => cells.length > 1)?.length ?? 1);
    const suspects = new Map(errors.map(({ row = -1, code }) => [row, code]));
    const isBroken = (row: number, code: string) => code === 'MissingQuotes' || this.containsRows(data[row] ?? []);
    const bad = [...suspects].find(([row, code]) => isBroken(row, code))?.[0];
    this.rest = this.rest.slice(bad === undefined ? meta.cursor : this.startOf(bad));
    const rows: RawRow[] = [];
    for (const raw of data.slice(0, bad)) {
      this.line += 1;
      const cells = raw.slice(0, columnsMax).map(cutCell);
      if (!isBlankRow(cells)) rows.push({ line: this.line, cells });
    }
    return { rows, isBroken: bad !== undefined };
  }

  /**
   * Returns whether a row with a misplaced quotation mark contains other rows. After `"Rosa" Fields`, the parser doesn't end the cell until
   * it finds a quotation mark at the end of a cell, possibly several rows later. If the cell really has several lines, at most one of the
   * row's lines has all columns: the first one if the cell is in the last column, or the last one if the cell is in the first column.
   */
  private containsRows(cells: readonly string[]): boolean {
    const lines = cells.join(this.delimiter).split('\n');
    const complete = lines.map((line) => line.split(this.delimiter).length >= this.width);
    const isInLastColumn = cells.findIndex((cell) => cell.includes('\n')) >= this.width - 1;
    const isFirstComplete = complete[0] === true && (!isInLastColumn || complete.at(-1) === true);
    return lines.length > 1 && (isFirstComplete || complete.slice(1, -1).includes(true));
  }

  /** Returns where a row starts, which the parser doesn't report directly. */
  private startOf(row: number): number {
    return row === 0 ? 0 : this.parsed({ ignoresLastRow: false, preview: row }).meta.cursor;
  }

  private parsed({ ignoresLastRow, preview = 0 }: { ignoresLastRow: boolean; preview?: number }) {
    const parser = new Papa.Parser({ delimiter: this.delimiter, newline: '\n', preview });
    const result: unknown = parser.parse(this.rest, 0, ignoresLastRow);
    if (!isResult(result)) throw new FileProblem(texts.damaged);
    return result;
  }

  /**
   * Takes the next line, whose quotation marks don't match, as a row. Otherwise, other rows would end up in one of its cells. Throws a
   * FileProblem if there are too many such lines.
   */
  private breakLine(): RawRow {
    this.line += 1;
    this.broken += 1;
    if (this.broken > brokenRowsMax) throw new FileProblem(texts.quotes(this.line));
    return { line: this.line, cells: [cutCell(this.skipLine())], isBroken: true };
  }

  private skipLine(): string {
    const end = this.rest.indexOf('\n');
    const line = end === -1 ? this.rest : this.rest.slice(0, end);
    this.rest = end === -1 ? '' : this.rest.slice(end + 1);
    return line;
  }
}

function isResult(value: unknown): value is Papa.ParseResult<string[]> {
  return typeof value === 'object' && value !== null && 'data' in value && 'meta' in value;
}
