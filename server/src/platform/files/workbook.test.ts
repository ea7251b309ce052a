import assert from 'node:assert/strict';
import { arrayBuffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { writeWorkbook } from './workbook.ts';

async function readBack(texts: readonly string[]) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const rows = (async function* () {
    for (const text of texts) yield [text];
  })();
  const sheets = (async function* () {
    yield { name: 'People', headers: ['Name'], rows };
  })();
  const [file] = await Promise.all([arrayBuffer(readable), writeWorkbook(writable, sheets)]);
  return (await readXlsx(new Uint8Array(file))).sheets[0]?.rows.slice(1).map(([text]) => text);
}

describe('a workbook with several sheets', () => {
  it('can be read back without changing a name that looks like an escape sequence', async () => {
    const names = ['nina_x2003_', '_x005F_x2003_', '__x000d_', 'nina\u0007\r', '<b>&amp;"</b>'];
    assert.deepEqual(await readBack(names), names);
  });

  it('shows a replacement for characters that would make the whole file unreadable', async () => {
    assert.deepEqual(await readBack(['nina\uFFFE', 'a\uFFFFb\uD800']), ['nina\uFFFD', 'a\uFFFDb\uFFFD']);
  });
});
