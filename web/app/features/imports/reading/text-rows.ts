import Papa from 'papaparse';
import { textOf } from './encodings.ts';
import { FileProblem } from './file-problem.ts';
import { delimiters, type Delimiter, type Encoding } from './layouts.ts';
import { columnsMax, cutCell, isBlankRow, type RawRow, type RowSource } from './raw-rows.ts';
import { readingTexts as texts } from './reading.texts.ts';

const isDelimiter = (text: string): text is Delimiter => delimiters.some((each) => each === text);

/** How many characters after a quotation mark are searched for the closing one. If there is none, the quotation mark counts as unclosed. */
const openQuoteMax = 16 * 1024 * 1024;
const brokenRowsMax = 20;

/** Some files that Excel writes name the delimiter in the first line. */
const delimiterLine = /^sep=(.)\n/;

/** Returns the delimiter that splits the first lines most evenly into columns, or a comma if there is only one column. */
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
    // Otherwise, the empty line at the end of a short file with two columns lowers the average number of columns.
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

/** Splits pieces of text into rows. */
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

  /** Removes the complete rows from the text and returns them. Text after an unclosed quotation mark is kept, starting at its row. */
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

  /** Returns where the last row starts. The parser itself doesn't report this. */
  private startOfLast(data: readonly string[][]): number {
    return data.length <= 1 ? 0 : this.parsed(true).meta.cursor;
  }

  private parsed(ignoresLastRow: boolean): Papa.ParseResult<string[]> {
    const result: unknown = this.parser.parse(this.rest, 0, ignoresLastRow);
    if (!isResult(result)) throw new FileProblem(texts.damaged);
    return result;
  }

  /** Gives up on one line, so that an unclosed quotation mark doesn't swallow the rest of the file. */
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
