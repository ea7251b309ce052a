import assert from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { streamTable } from './table-file.ts';

const columns = [
  { header: 'Person', width: 20 },
  { header: 'Note', width: 20 },
  { header: 'Messages', width: 8 },
];

type Row = readonly (string | number | null)[];

const randomRow = (): Row => ['person', Math.random().toString(36).repeat(5), 1];

const tableOf = (rows: readonly Row[]) => ({
  name: 'People',
  columns,
  batches: (async function* () {
    yield rows;
  })(),
});

describe('a table as CSV', () => {
  it('has a byte order mark for Excel, a header line, and quotes only where needed', async () => {
    const file = await text(
      streamTable(
        'csv',
        tableOf([
          ['anna', 'says "hi", often\nand loudly', 3],
          ['ben', null, 0],
        ]),
      ),
    );
    // Converting the stream to a string removes the byte order mark.
    assert.equal(file, 'Person,Note,Messages\r\nanna,"says ""hi"", often\nand loudly",3\r\nben,,0\r\n');
    const bytes = await buffer(streamTable('csv', tableOf([])));
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  });

  it('has no cell that a spreadsheet would evaluate, and leaves numbers unchanged', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'];
    const file = await text(streamTable('csv', tableOf(formulas.map((note) => ['anna', note, -1]))));
    const notes = file.split('\r\n').slice(1, -1);
    for (const line of notes) assert.match(line, /^anna,"?'.*,-1$/s);
    assert.equal(notes.length, formulas.length);
  });
});

describe('a table as a spreadsheet', () => {
  it('keeps every text as text, whatever it begins with or contains', async () => {
    const notes = [
      '=1+1',
      '@SUM(A1)',
      '<b>&amp;</b>',
      'bell \u0007 and \u0001',
      'x'.repeat(40_000),
      '  spaces  ',
      '🎈',
    ];
    const file = await buffer(streamTable('xlsx', tableOf(notes.map((note) => ['anna', note, 2]))));
    const { sheets } = await readXlsx(file);
    const rows = sheets[0]?.rows ?? [];
    assert.equal(sheets[0]?.name, 'People');
    assert.deepEqual(rows[0], ['Person', 'Note', 'Messages']);
    const read = rows.slice(1).map((row) => row[1]);
    assert.deepEqual(read, ['=1+1', '@SUM(A1)', '<b>&amp;</b>', read[3], 'x'.repeat(32_767), '  spaces  ', '🎈']);
    assert.match(String(read[3]), /^bell .* and /);
  });

  it('can be read back without changing a name that looks like an escape sequence, in a cell or a heading', async () => {
    const names = ['nina_x2003_', '_x005F_x2003_', '__x000d_', '_x12_', 'nina\u0007\r', '_'.repeat(32_767)];
    const rows = names.map((name) => [name]);
    const heading = { header: 'first_x0020_name', width: 8 };
    const file = await buffer(streamTable('xlsx', { ...tableOf(rows), columns: [heading] }));
    const { sheets } = await readXlsx(file);
    assert.deepEqual(sheets[0]?.rows, [[heading.header], ...rows]);
  });

  it('shows a replacement for characters that would make the whole file unreadable', async () => {
    const file = await buffer(streamTable('xlsx', tableOf([['nina\uFFFE', 'a\uFFFFb\uD800', 1]])));
    assert.deepEqual((await readXlsx(file)).sheets[0]?.rows[1], ['nina\uFFFD', 'a\uFFFDb\uFFFD', 1]);
  });
});

for (const format of ['csv', 'xlsx'] as const) {
  describe(`a large table as ${format}`, () => {
    it('is read only as fast as it is downloaded, and only until the download is closed', async () => {
      let read = 0;
      const ended = Promise.withResolvers<void>();
      const batches = (async function* () {
        try {
          for (; read < 1_000_000; read += 500) yield Array.from({ length: 500 }, randomRow);
        } finally {
          ended.resolve();
        }
      })();
      const stream = streamTable(format, { name: 'People', columns, batches });
      let bytes = 0;
      for await (const chunk of stream) {
        bytes += Buffer.byteLength(chunk);
        if (bytes > 500_000) break;
      }
      // Closing the download also closes the source, which would end a database query.
      await ended.promise;
      assert.ok(read < 100_000, `read ${read} rows for ${bytes} bytes`);
    });
  });
}
