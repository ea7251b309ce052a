import Papa from 'papaparse';
import { textOf } from './encodings.ts';
import { FileProblem } from './file-problem.ts';
import { delimiters, type Delimiter, type Encoding } from './layouts.ts';
import { columnsMax, cutCell, isBlankRow, type RawRow, type RowSource } from './raw-rows.ts';
import { readingTexts as texts } from './reading.texts.ts';

const isDelimiter = (text: string): text is Delimiter => delimiters.some((each) => each === text);

/** How far to search for the closing quotation mark, in characters. If it isn't found, the opening one is treated as unclosed. */
const openQuoteMax = 16 * 1024 * 1024;
const brokenRowsMax = 20;

/** Excel's `sep=;` line, which some files start with to specify the delimiter. */
const delimiterLine = /^sep=(.)\n/;

/**
 * Returns the delimiter that a `sep=` line specifies or, without such a line, the one that splits the first lines into the most consistent
 * number of columns. Returns a comma if there is only one column.
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
  private readonly parser: Papa.Parser;

  constructor(delimiter: Delimiter) {
    this.parser = new Papa.Parser({ delimiter, newline: '\n' });
  }

  *add(text: string): Generator<RawRow[]> {
    this.rest += text;
    if (this.isFirst) {
      this.isFirst = false;
      if (delimiterLine.test(this.rest)) this.skipLine();
    }
    yield this.cut(false);
    while (this.rest.length > openQuoteMax) yield* [[this.breakLine()], this.cut(false)];
  }

  *end(): Generator<RawRow[]> {
    yield this.cut(true);
    while (this.rest !== '') yield* [[this.breakLine()], this.cut(true)];
  }

  /**
   * Takes the complete rows off the start of the buffered text. If a row has an unclosed quotation mark, this row and the text after it
   * stay in the buffer.
   */
  private cut(isLast: boolean): RawRow[] {
    const { data, cursor, isOpen } = this.parse(isLast);
    this.rest = isOpen ? this.rest.slice(this.startOfLast(data)) : this.rest.slice(cursor);
    const rows: RawRow[] = [];
    for (const raw of isOpen ? data.slice(0, -1) : data) {
      this.line += 1;
      const cells = raw.slice(0, columnsMax).map(cutCell);
      if (!isBlankRow(cells)) rows.push({ line: this.line, cells });
    }
    return rows;
  }

  private parse(isLast: boolean) {
    const { data, errors, meta } = this.parsed(!isLast);
    const isOpen = isLast && errors.some(({ code }) => code === 'MissingQuotes');
    return { data, cursor: meta.cursor, isOpen };
  }

  /** Returns where the last row starts, which the parser doesn't report directly. */
  private startOfLast(data: readonly string[][]): number {
    return data.length <= 1 ? 0 : this.parsed(true).meta.cursor;
  }

  private parsed(ignoresLastRow: boolean): Papa.ParseResult<string[]> {
    const result: unknown = this.parser.parse(this.rest, 0, ignoresLastRow);
    if (!isResult(result)) throw new FileProblem(texts.damaged);
    return result;
  }

  /** Takes the next line, whose quotation mark is unclosed, as a row. Otherwise, the rest of the file would end up in one cell. */
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
