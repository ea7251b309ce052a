import { describe, expect, it } from 'vitest';
import { FileProblem, problemText } from './file-problem.ts';
import { guessHeaderLine, guessUsernameColumn } from './columns.ts';
import type { Corrections } from './layouts.ts';
import { openFile, rowsOf } from './open-file.ts';
import type { RawRow } from './raw-rows.ts';
import { readingTexts as texts } from './reading.texts.ts';

const textFile = (...parts: BlobPart[]) => new Blob(parts);
const bytes = (...values: number[]) => new Uint8Array(values);

async function read(file: Blob, corrections: Corrections = {}) {
  const { layout, sample } = await openFile(file, corrections);
  const rows: RawRow[] = [];
  for await (const batch of rowsOf(file, layout)) for (const row of batch) rows.push(row);
  return { layout, sample, rows, cells: rows.map(({ cells }) => cells) };
}

async function count(batches: AsyncIterable<RawRow[]>): Promise<number> {
  let rows = 0;
  for await (const batch of batches) rows += batch.length;
  return rows;
}

const problemOf = (file: Blob) => openFile(file, {}).then(() => null, problemText);

describe('a text file', () => {
  it('can contain quoted delimiters, quotes, line breaks in cells and any line endings', async () => {
    const { layout, rows } = await read(
      textFile('username,city\r\nrosa,"Porto, Portugal"\r\nmara,"two\r\nlines"\n\r\n"ada","said ""hi"""\r\n'),
    );
    expect(layout).toEqual({ kind: 'text', encoding: 'utf-8', delimiter: ',' });
    expect(rows).toEqual([
      { line: 1, cells: ['username', 'city'] },
      { line: 2, cells: ['rosa', 'Porto, Portugal'] },
      { line: 3, cells: ['mara', 'two\nlines'] },
      { line: 5, cells: ['ada', 'said "hi"'] },
    ]);
  });

  it.each([
    [',', 'a,b\nc,d'],
    [';', 'a;b\nc;1,5'],
    [';', 'a;b\nc;d\n'],
    ['\t', 'a\tb\r\n\r\nc\td\r\n\r\n'],
    ['\t', 'a\tb, c\nc\td'],
    ['|', 'a|b\nc|d'],
    [';', 'sep=;\na;b\nc;d'],
    [',', 'rosa\nmara\nada'],
  ])('is read with the detected delimiter %j', async (delimiter, text) => {
    const { layout, cells } = await read(textFile(text));
    expect(layout).toMatchObject({ delimiter });
    expect(cells[0]?.[0]).toMatch(/^(a|rosa)$/);
  });

  it('is read with the delimiter and encoding that the user chose', async () => {
    const { cells } = await read(textFile('a;b,c'), { delimiter: ';', encoding: 'windows-1252' });
    expect(cells).toEqual([['a', 'b,c']]);
  });

  it.each([
    ['UTF-8', 'utf-8', new TextEncoder().encode('jos\u00e9,\u6771\u4eac')],
    ['UTF-8 with a byte order mark', 'utf-8', new TextEncoder().encode('\uFEFFjos\u00e9,\u6771\u4eac')],
    ['UTF-16, little-endian', 'utf-16le', new Uint8Array(Buffer.from('\uFEFFjos\u00e9,\u6771\u4eac', 'utf16le'))],
    ['UTF-16, big-endian', 'utf-16be', new Uint8Array(Buffer.from('\uFEFFjos\u00e9,\u6771\u4eac', 'utf16le').swap16())],
  ])('is decoded from %s', async (_, encoding, content) => {
    const { layout, cells } = await read(textFile(content));
    expect(layout).toMatchObject({ encoding });
    expect(cells).toEqual([['jos\u00e9', '\u6771\u4eac']]);
  });

  it.each([
    ['windows-1250', bytes(0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a), 'Łukasz'],
    ['windows-1251', bytes(0xc0, 0xed, 0xed, 0xe0), 'Анна'],
    ['windows-1254', bytes(0xde, 0xfc, 0x6b, 0x72, 0xfc), 'Şükrü'],
    ['shift_jis', bytes(0x97, 0xcd), '力'],
  ] as const)('can be in the encoding %s if the user chooses it', async (encoding, name, text) => {
    const { cells } = await read(textFile('a,', name, '\n'), { encoding });
    expect(cells).toEqual([['a', text]]);
  });

  it('is decoded from UTF-16 without a byte order mark, and from Latin-1', async () => {
    expect((await read(textFile(new Uint8Array(Buffer.from('ros\u00e9,Porto', 'utf16le'))))).cells).toEqual([
      ['ros\u00e9', 'Porto'],
    ]);
    const latin = await read(textFile(new Uint8Array(Buffer.from('rosa,M\u00fcnchen\nmara,Malm\u00f6', 'latin1'))));
    expect(latin.layout).toMatchObject({ encoding: 'windows-1252' });
    expect(latin.cells).toEqual([
      ['rosa', 'M\u00fcnchen'],
      ['mara', 'Malm\u00f6'],
    ]);
  });

  it('is still read as UTF-8 when a few of its characters are broken', async () => {
    const { layout, cells } = await read(
      textFile('rosa,\u00e9\u00e9\u00e9\u00e9\u00e9\nmara,caf', bytes(0xe9), '\nada,\u00fc'),
    );
    expect(layout).toMatchObject({ encoding: 'utf-8' });
    expect(cells).toEqual([
      ['rosa', '\u00e9\u00e9\u00e9\u00e9\u00e9'],
      ['mara', 'caf\uFFFD'],
      ['ada', '\u00fc'],
    ]);
  });

  it('keeps characters and line breaks intact where the file is split into pieces', async () => {
    const line = `${'\u00e9'.repeat(499)},x\r\n`;
    const count = 4000;
    const { rows } = await read(textFile(line.repeat(count)));
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map(({ cells }) => cells.join(',')))).toEqual(new Set([`${'\u00e9'.repeat(499)},x`]));
    expect(rows.at(-1)?.line).toBe(count);
  });

  it('keeps formulas as text', async () => {
    expect((await read(textFile('username,x\nrosa,=1+1'))).cells[1]).toEqual(['rosa', '=1+1']);
  });
});

describe('a hostile or broken text file', () => {
  it.each([
    ['is empty', textFile(''), texts.empty],
    ['has only blank lines', textFile('\n\n , \n'), texts.noRows],
    ['is a PDF named .csv', new File(['%PDF-1.7\n%', bytes(0xe2, 0xe3)], 'people.csv'), texts.pdf],
    ['is an image', textFile(bytes(0x89, 0x50, 0x4e, 0x47, 13, 10)), texts.image],
    ['is compressed', textFile(bytes(0x1f, 0x8b, 8, 0)), texts.archive],
    ['is a web page', textFile('\uFEFF <!DOCTYPE html><html>'), texts.webPage],
    ['is a spreadsheet in another format', textFile('<?xml version="1.0"?><Workbook>'), texts.otherWorkbook],
    ['is a program', textFile(new Uint8Array(5000).map((_, index) => index % 7)), texts.notText],
    [
      'is an old Excel file',
      textFile(bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), 'Workbook'),
      texts.oldExcel,
    ],
    [
      'is protected with a password',
      textFile(
        bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
        new Uint8Array(5_000_000),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ),
      texts.password,
    ],
  ])('is rejected with an explanation when it %s', async (_, file, problem) => {
    expect(await problemOf(file)).toBe(problem);
  });

  it('is rejected when it is too large, before it is read', async () => {
    const large = textFile('a');
    Object.defineProperty(large, 'size', { value: 201 * 1024 * 1024 });
    expect(await problemOf(large)).toBe(texts.tooLarge(200));
  });

  it('loses only the row whose quotation mark is never closed', async () => {
    const { rows } = await read(textFile('username,city\nrosa,"Porto\nmara,Lyon\nada,Rome\n'));
    expect(rows).toEqual([
      { line: 1, cells: ['username', 'city'] },
      { line: 2, cells: ['rosa,"Porto'], isBroken: true },
      { line: 3, cells: ['mara', 'Lyon'] },
      { line: 4, cells: ['ada', 'Rome'] },
    ]);
  });

  it('loses only the row with an unclosed quotation mark, even if 40 MB of other rows follow it', async () => {
    const many = `mara,${'x'.repeat(94)}\n`.repeat(400_000);
    const { rows } = await read(textFile('username,city\nrosa,"Porto\n', many));
    expect(rows).toHaveLength(400_002);
    expect(rows.filter(({ isBroken }) => isBroken)).toEqual([{ line: 2, cells: ['rosa,"Porto'], isBroken: true }]);
  }, 120_000);

  it('loses only the row with a misplaced quotation mark, and not the rows up to the next quoted cell', async () => {
    const { rows } = await read(
      textFile('name,username\n"Rosa" Fields,rosa\nMara,mara\n"Ada",ada\n"Ben\nben,ben\n', '"Tim ""T"" Lee",tim\n'),
    );
    expect(rows).toEqual([
      { line: 1, cells: ['name', 'username'] },
      { line: 2, cells: ['"Rosa" Fields,rosa'], isBroken: true },
      { line: 3, cells: ['Mara', 'mara'] },
      { line: 4, cells: ['Ada', 'ada'] },
      { line: 5, cells: ['"Ben'], isBroken: true },
      { line: 6, cells: ['ben', 'ben'] },
      { line: 7, cells: ['Tim "T" Lee', 'tim'] },
    ]);
    expect((await read(textFile('username\n"rosa\nmara\n"ada"\n'))).rows.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });

  it('loses only the row with a misplaced quotation mark if the next row has several lines', async () => {
    const { rows } = await read(
      textFile('name,city,username\n"Rosa" Fields,Porto,rosa\n"Mara","two\nlines",mara\nAda,Rome,ada\n'),
    );
    expect(rows.slice(1)).toEqual([
      { line: 2, cells: ['"Rosa" Fields,Porto,rosa'], isBroken: true },
      { line: 3, cells: ['Mara', 'two\nlines', 'mara'] },
      { line: 4, cells: ['Ada', 'Rome', 'ada'] },
    ]);
  });

  it('can have unescaped quotation marks in a cell with several lines', async () => {
    const { cells } = await read(
      textFile('bio,username,city\n"I say "hi" a lot\nand bye",rosa,Porto\n"I "do" it",mara,Lyon\n'),
    );
    expect(cells.slice(1)).toEqual([
      ['I say "hi" a lot\nand bye', 'rosa', 'Porto'],
      ['I "do" it', 'mara', 'Lyon'],
    ]);
    expect((await read(textFile('username,bio\nrosa,"I say "hi" a lot\nand bye"\n'))).cells[1]?.[1]).toBe(
      'I say "hi" a lot\nand bye',
    );
  });

  it('is rejected when too many of its rows have an unclosed quotation mark', async () => {
    const { layout } = await openFile(textFile('a,b\n'), {});
    const broken = textFile('x,y\n'.repeat(300), 'a,"b\n'.repeat(41));
    await expect(count(rowsOf(broken, layout))).rejects.toThrow(/quotation marks that don’t match/);
  });

  it('is read with a 10 MB cell truncated, and keeps the rows after it', async () => {
    const { rows } = await read(textFile('username,bio\nrosa,"', 'x'.repeat(10_000_000), '"\nmara,short\n'));
    expect(rows.map(({ cells }) => cells.map((cell) => cell.length))).toEqual([
      [8, 3],
      [4, 1001],
      [4, 5],
    ]);
  });

  it('is read only up to its 256th column', async () => {
    const { cells } = await read(textFile('a,'.repeat(5000)));
    expect(cells[0]).toHaveLength(256);
  });

  it('is rejected if it has more than a million rows', async () => {
    const file = textFile('rosa\n'.repeat(1_000_020));
    const { layout } = await openFile(file, {});
    await expect(count(rowsOf(file, layout))).rejects.toThrow(new FileProblem(texts.tooManyRows(1_000_000)));
  });
});

describe('a table’s columns', () => {
  const rowsFrom = (...lines: string[]): RawRow[] =>
    lines.map((line, index) => ({ line: index + 1, cells: line.split(',') }));

  it.each([
    ['a known header', rowsFrom('City,Username', 'Porto,rosa'), 1, 1],
    ['a known header below a title', rowsFrom('Our customers', 'Handle,City', 'rosa,Porto'), 2, 0],
    ['a header in another language', rowsFrom('Stadt,Benutzername', 'Porto,rosa'), 1, 1],
    [
      'a known header that consists of several words',
      rowsFrom('First name,IG link,City', 'Rosa,https://www.instagram.com/rosa/,Porto'),
      1,
      1,
    ],
    ['a header that cannot be a username', rowsFrom('Who is it?,Where', '@rosa,Porto', '@mara,Lyon'), 1, 0],
    ['no header', rowsFrom('@rosa,Porto', '@mara,Lyon'), null, 0],
    ['no header above plain names', rowsFrom('rosa', 'mara', 'ada'), null, 0],
    ['a header above a single column', rowsFrom('account', 'rosa', 'mara'), 1, 0],
    ['a title and a header above a single column', rowsFrom('Customers', 'Username', 'rosa'), 2, 0],
    ['a header that repeats', rowsFrom('Handle,Shop', 'rosa,Kites', 'Handle,Shop', 'mara,Tea'), 1, 0],
    ['an account called instagram', rowsFrom('rosa', 'mara', 'instagram', 'ada'), null, 0],
    [
      'a column with the same platform in every row',
      rowsFrom('Name,Platform,Nick', 'Rosa,Instagram,rosa.f', 'Mara,Instagram,mara'),
      1,
      2,
    ],
    ['a column with different platforms', rowsFrom('Creator,Platform', 'rosa.f,Instagram', 'mara_k,TikTok'), null, 0],
    [
      'no header, and a value that could be a header',
      rowsFrom('rosa,Email,May', 'mara,Phone,May', 'ada,Email,June'),
      null,
      0,
    ],
    [
      'a header recognized by another column, in joined files',
      rowsFrom('Creator,City', 'rosa,Porto', 'Creator,City', 'mara,Lyon'),
      1,
      0,
    ],
    ['names and numbers, but no usernames', rowsFrom('Name,Followers', 'Rosa,10', 'Rosa,12', 'Mara,11'), 1, null],
  ])('are detected with %s', (_, rows, header, column) => {
    expect(guessHeaderLine(rows)).toBe(header);
    expect(guessUsernameColumn(rows, header)).toBe(column);
  });

  it('are ranked so that a column of profile links comes before a column of plain words', () => {
    expect(
      guessUsernameColumn(rowsFrom('ada,instagram.com/ada_l?hl=en', 'rosa,https://instagram.com/rosa.f/'), null),
    ).toBe(1);
  });
});
