import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { escapeMarkup } from '../escape-markup.ts';
import { sheetText } from './sheet-text.ts';

/*
 * Writes a spreadsheet with several sheets while its rows arrive. The library used for tables can stream only one sheet and would keep
 * several in memory.
 */

export type Sheet = {
  name: string;
  headers: readonly string[];
  rows: AsyncIterable<readonly (string | number | null)[]>;
};

/** Excel's limits. Additional rows go into another sheet. Longer sheet names are truncated. */
const rowsPerSheet = 1_048_576;
const longestName = 31;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetBeginning = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/** Writes text as an inline string, so that text that looks like a formula is never evaluated. */
function cellXml(cell: string | number | null): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeMarkup(sheetText(cell))}</t></is></c>`;
}

const rowXml = (cells: readonly (string | number | null)[]) => `<row>${cells.map(cellXml).join('')}</row>`;

/** Writes the workbook and closes the stream. A sheet with too many rows continues on further sheets. */
export async function writeWorkbook(target: WritableStream<Uint8Array>, sheets: AsyncIterable<Sheet>): Promise<void> {
  const zip = new ZipWriter(target, { useWebWorkers: false, zip64: false });
  const names: string[] = [];
  for await (const sheet of sheets) {
    const rows = sheet.rows[Symbol.asyncIterator]();
    let next = await rows.next();
    for (let part = 1; part === 1 || next.done !== true; part += 1) {
      const name = part === 1 ? sheet.name : `${sheet.name.slice(0, longestName - 4)} ${part}`;
      names.push(name.slice(0, longestName));
      await zip.add(`xl/worksheets/sheet${names.length}.xml`, textStream(sheetXml()));
    }

    async function* sheetXml() {
      yield sheetBeginning + rowXml(sheet.headers);
      for (let written = 1; next.done !== true && written < rowsPerSheet; written += 1) {
        yield rowXml(next.value);
        next = await rows.next();
      }
      yield sheetEnd;
    }
  }
  for (const [path, text] of Object.entries(partsOf(names))) await zip.add(path, textStream([text]));
  await zip.close();
}

/** Returns the files that a workbook needs besides its sheets. */
function partsOf(names: readonly string[]): Record<string, string> {
  const each = (xml: (name: string, number: number) => string) =>
    names.map((name, index) => xml(name, index + 1)).join('');
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return {
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${each(
      (name, number) => `<sheet name="${escapeMarkup(name)}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships">${each(
      (_name, number) =>
        `<Relationship Id="rId${number}" Type="${relationships}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}</Relationships>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each(
      (_name, number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`,
    )}</Types>`,
  };
}

const chunkCharacters = 32 * 1024;

/** Encodes strings as bytes, in chunks large enough to compress well. */
export function textStream(texts: AsyncIterable<string> | Iterable<string>): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunksOf(texts)).pipeThrough(new TextEncoderStream());
}

async function* chunksOf(texts: AsyncIterable<string> | Iterable<string>) {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
