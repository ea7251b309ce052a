import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { guessHeaderLine } from './columns.ts';
import { problemText } from './file-problem.ts';
import type { Corrections } from './layouts.ts';
import { openFile, rowsOf } from './open-file.ts';
import type { RawRow } from './raw-rows.ts';
import { readingTexts as texts } from './reading.texts.ts';

type SheetRows = Record<string, CellValue[][]>;

async function workbook(sheets: SheetRows): Promise<Blob> {
  const bytes = await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });
  return new Blob([new Uint8Array(bytes)]);
}

const relations = (...targets: [type: string, target: string][]) =>
  `<Relationships>${targets
    .map(([type, target], index) => `<Relationship Id="r${index}" Type="http://x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Builds a workbook from raw parts, for files that no spreadsheet program would write. */
async function oddWorkbook(sheet: string | Uint8Array, more: Record<string, string> = {}): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter());
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(['officeDocument', '/xl/workbook.xml']),
    'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="r0"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'strings.xml']),
    'xl/strings.xml': '<sst/>',
    ...more,
  };
  for (const [name, text] of Object.entries(parts)) await zip.add(name, new TextReader(text));
  const content = typeof sheet === 'string' ? new TextReader(sheet) : new Uint8ArrayReader(sheet);
  await zip.add('xl/worksheets/sheet1.xml', content);
  return zip.close();
}

const sheetOf = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;

async function read(file: Blob, corrections: Corrections = {}) {
  const { layout, sample, otherSheets } = await openFile(file, corrections);
  const rows: RawRow[] = [];
  for await (const batch of rowsOf(file, layout)) rows.push(...batch);
  return { layout, sample, otherSheets, rows, cells: rows.map(({ cells }) => cells) };
}

const problemOf = (file: Blob) => read(file).then(() => null, problemText);

const people: CellValue[][] = [
  ['Customers in autumn'],
  [],
  ['Instagram handle', 'First name', 'Orders', 'Since'],
  ['@rosa.fields', 'Rosa', 3, new Date(Date.UTC(2025, 10, 5))],
  ['https://www.instagram.com/mara/', 'Mara & Söhne', 0.5, null],
];

describe('a workbook', () => {
  it('is read from the sheet with people, including numbers, dates and the original row numbers', async () => {
    const { layout, otherSheets, rows } = await read(
      await workbook({
        Cover: [['List of people'], ['Made by Ada']],
        People: people,
        Cities: [['City'], ['Porto'], ['Lyon']],
        Sheet4: [],
      }),
    );
    expect(layout).toEqual({ kind: 'workbook', sheets: ['Cover', 'People', 'Cities', 'Sheet4'], sheet: 1 });
    expect(otherSheets).toEqual(['Cover', 'Cities']);
    expect(rows).toEqual([
      { line: 1, cells: ['Customers in autumn'] },
      { line: 3, cells: ['Instagram handle', 'First name', 'Orders', 'Since'] },
      { line: 4, cells: ['@rosa.fields', 'Rosa', '3', '2025-11-05'] },
      { line: 5, cells: ['https://www.instagram.com/mara/', 'Mara & Söhne', '0.5'] },
    ]);
    expect(guessHeaderLine(rows)).toBe(3);
  });

  it('names the sheets that are not searched because there are too many', async () => {
    const names = Array.from({ length: 52 }, (_, index) => `Sheet${index + 1}`);
    const file = await workbook(Object.fromEntries(names.map((name, index) => [name, index === 0 ? people : []])));
    expect((await read(file)).otherSheets).toEqual(['Sheet51', 'Sheet52']);
  });

  it('is read from another sheet if the user chooses one', async () => {
    const { layout, cells } = await read(await workbook({ Cover: [['Hello']], People: people }), { sheet: 0 });
    expect(layout).toMatchObject({ sheet: 0 });
    expect(cells).toEqual([['Hello']]);
  });

  it('shows the stored values of formulas, and nothing for formulas that failed', async () => {
    const file = await oddWorkbook(
      sheetOf(
        '<c r="A1" t="str"><f>HYPERLINK("https://evil.example","rosa")</f><v>rosa</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D1"><f>NOW()</f></c><c r="E1" t="b"><v>1</v></c>',
      ),
    );
    expect((await read(file)).cells).toEqual([['rosa', '2', '', '', 'TRUE']]);
  });

  it('shows numbers as a spreadsheet does, without the last digits of an inexact result, and long integers unchanged', async () => {
    const numbers = ['59.970000000000006', '0.30000000000000004', '-2.5', '12345678901234567', '1E+20'];
    const cells = numbers.map((number) => `<c><v>${number}</v></c>`).join('');
    expect((await read(await oddWorkbook(sheetOf(cells)))).cells).toEqual([
      ['59.97', '0.3', '-2.5', '12345678901234567', '100000000000000000000'],
    ]);
  });

  it('is read with all of its text, no matter how the text is stored', async () => {
    const file = await oddWorkbook(
      sheetOf(
        '<x:c t="s"><x:v>1</x:v></x:c><c t="inlineStr"><is><r><t>Ro</t></r><r><t>sa</t></r></is></c><c t="str"><v><![CDATA[a<b]]></v></c><c r="F1" t="s"><v>0</v></c><c t="s"><v>99</v></c>',
      ),
      {
        'xl/strings.xml':
          '<sst><si><t>東京</t><rPh><t>トウキョウ</t></rPh></si><si><r><t>two_x000D_</t></r><r><t>parts</t></r></si></sst>',
      },
    );
    expect((await read(file)).cells).toEqual([['two\rparts', 'Rosa', 'a<b', '', '', '東京']]);
  });

  it('shows times of day, but not durations, as hours and minutes', async () => {
    const file = await oddWorkbook(
      sheetOf('<c s="1"><v>0.604166666666667</v></c><c s="2"><v>0</v></c><c s="3"><v>1.5</v></c><c s="4"><v>2</v></c>'),
      {
        'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="hh:mm;@"/><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="0&quot; hours&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>',
      },
    );
    expect((await read(file)).cells).toEqual([['14:30', '00:00', '1.5', '2']]);
  });

  it('shows percentages with a percent sign', async () => {
    const file = await oddWorkbook(
      sheetOf('<c s="1"><v>0.15</v></c><c s="2"><v>0.57999999999999996</v></c><c s="3"><v>3</v></c>'),
      {
        'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%;[Red]-0.0%"/><numFmt numFmtId="165" formatCode="0&quot;%&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      },
    );
    expect((await read(file)).cells).toEqual([['15%', '58%', '3']]);
  });

  it('counts days from 1904 if its settings say so', async () => {
    const file = await oddWorkbook(sheetOf('<c s="1"><v>0</v></c><c s="2"><v>1.5</v></c><c s="0"><v>1</v></c>'), {
      'xl/workbook.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="One" r:id="r0"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    });
    expect((await read(file)).cells).toEqual([['1904-01-01', '1904-01-02 12:00', '1']]);
  });
});

describe('the progress of reading a workbook', () => {
  it('covers the shared strings first, and then the sheet', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index): CellValue[] => [`reader.${index}`, `Reader ${index}`]);
    const file = await workbook({ People: [['username', 'name'], ...rows] });
    const { layout } = await openFile(file, {});
    const shares: number[] = [];
    for await (const batch of rowsOf(file, layout, (share) => shares.push(share)))
      expect(batch.length).toBeGreaterThan(0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares[0]).toBeLessThan(0.4);
    expect(shares.at(-1)).toBe(1);
  });
});

describe('a hostile or broken workbook', () => {
  it('is rejected when it unpacks to far more than its own size', async () => {
    const bomb = new Uint8Array(120 * 1024 * 1024).fill(32);
    bomb.set(new TextEncoder().encode('<worksheet><sheetData>'));
    expect(await problemOf(await oddWorkbook(bomb))).toBe(texts.inflates);
  });

  it('is rejected when a part that should be small is too large', async () => {
    const styles = `<styleSheet>${' '.repeat(17 * 1024 * 1024)}</styleSheet>`;
    expect(await problemOf(await oddWorkbook(sheetOf('<c><v>1</v></c>'), { 'xl/workbook.xml': styles }))).toBe(
      texts.inflates,
    );
  });

  it('is read with a 10 MB cell truncated, wherever the cell’s text is stored', async () => {
    const long = Array.from({ length: 10_000_000 / 8 }, (_, index) => (index * 7919).toString(36).padEnd(8, 'x')).join(
      '',
    );
    const inside = await oddWorkbook(sheetOf(`<c t="str"><v>${long}</v></c><c><v>1</v></c>`));
    expect((await read(inside)).cells.map((cells) => cells.map((cell) => cell.length))).toEqual([[1001, 1]]);
    const shared = await oddWorkbook(sheetOf('<c t="s"><v>0</v></c>'), {
      'xl/strings.xml': `<sst><si><t>${long}</t></si></sst>`,
    });
    expect((await read(shared)).cells[0]?.[0]).toHaveLength(1001);
  });

  it('is rejected when it uses custom entities, which are never expanded', async () => {
    const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>`;
    expect(await problemOf(await oddWorkbook(`${entities}${sheetOf('<c t="str"><v>&b;</v></c>')}`))).toBe(
      texts.damaged,
    );
  });

  it('is rejected when it is truncated', async () => {
    const whole = await workbook({ People: people });
    for (const share of [0.01, 0.3, 0.6, 0.9, 0.999]) {
      expect(await problemOf(whole.slice(0, Math.floor(whole.size * share)))).toBe(texts.damaged);
    }
  });

  it('is rejected when its sheet ends early or isn’t XML', async () => {
    const row = '<row r="1"><c t="str"><v>rosa</v></c></row>';
    expect(await problemOf(await oddWorkbook(`<worksheet><sheetData>${row}`))).toBe(texts.damaged);
    expect(await problemOf(await oddWorkbook('rosa,Porto'))).toBe(texts.damaged);
  });

  it('is rejected when it has no rows', async () => {
    expect(await problemOf(await workbook({ Empty: [] }))).toBe(texts.noRows);
    expect(await problemOf(await workbook({ One: [], Two: [[null]] }))).toBe(texts.noSheets);
  });

  it.each([
    ['an archive of other files', { 'people.csv': 'rosa' }, texts.noWorkbook],
    [
      'an OpenDocument sheet',
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' },
      texts.otherWorkbook,
    ],
    [
      'a binary workbook',
      { '[Content_Types].xml': '<Types/>', '_rels/.rels': relations(['officeDocument', 'xl/workbook.bin']) },
      texts.otherWorkbook,
    ],
    [
      'a text document',
      { '[Content_Types].xml': '<Types/>', '_rels/.rels': relations(['officeDocument', 'word/document.xml']) },
      texts.otherWorkbook,
    ],
  ])('is rejected with advice when it is %s', async (_, parts, problem) => {
    const zip = new ZipWriter(new BlobWriter());
    for (const [name, text] of Object.entries(parts)) await zip.add(name, new TextReader(text));
    expect(await problemOf(await zip.close())).toBe(problem);
  });

  it('keeps cells and rows in order when their references are wrong', async () => {
    const file = await oddWorkbook(
      '<worksheet><sheetData><row r="x"><c r="??" t="str"><v>rosa</v></c><c r="XFD1" t="str"><v>far</v></c></row><row r="-4"><c t="str"><v>mara</v></c></row></sheetData></worksheet>',
    );
    expect((await read(file)).rows).toEqual([
      { line: 1, cells: ['rosa'] },
      { line: 2, cells: ['mara'] },
    ]);
  });
});
