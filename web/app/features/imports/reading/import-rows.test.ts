import { newImportRowSchema, type NewImportRow } from '@sandpiper/contract/imports';
import { importChunkBytes, importChunkRows } from '@sandpiper/contract/limits';
import { describe, expect, it } from 'vitest';
import { chunksOf, importRowOf, type Mapping } from './import-rows.ts';
import type { RawRow } from './raw-rows.ts';

const mapping: Mapping = { headerLine: 1, usernameColumn: 1, valueColumns: [0, 2] };

async function chunks(rows: RawRow[]): Promise<NewImportRow[][]> {
  const all: NewImportRow[][] = [];
  async function* batches() {
    yield rows;
  }
  for await (const chunk of chunksOf(batches(), mapping)) all.push(chunk);
  return all;
}

describe('an import’s rows', () => {
  it('contain the cells of the chosen columns', () => {
    expect(importRowOf({ line: 7, cells: ['Rosa', '@rosa'] }, mapping)).toEqual({
      line: 7,
      username: '@rosa',
      values: ['Rosa', ''],
    });
    expect(importRowOf({ line: 7, cells: ['Rosa', '@rosa'] }, { ...mapping, valueColumns: [] })).not.toHaveProperty(
      'values',
    );
  });

  it.each([
    ['an undecodable byte', 'unreadable', { line: 2, cells: ['Ros\uFFFD', 'rosa'] }],
    ['a NUL character', 'unreadable', { line: 2, cells: ['Ros\0', 'rosa'] }],
    ['unmatched quotation marks', 'unreadable', { line: 2, cells: ['rosa,"Porto'], isBroken: true as const }],
    ['a value that is too long', 'value_too_long', { line: 2, cells: ['x'.repeat(1001), 'rosa'] }],
    ['an unreadable cell that isn’t used', undefined, { line: 2, cells: ['Rosa', 'rosa', 'ok', 'not chosen \uFFFD'] }],
    ['half of a surrogate pair', undefined, { line: 2, cells: ['\uD800 half', 'rosa'] }],
  ])('match the server’s schema, and report a problem if there is one (%s)', (_, problem, raw) => {
    const row = importRowOf(raw, mapping);
    expect(row.problem).toBe(problem);
    expect(newImportRowSchema.parse(JSON.parse(JSON.stringify(row)))).toEqual(row);
    expect(JSON.stringify(row)).not.toContain('\\u0000');
  });

  it('use the whole line as the username if the line can’t be split into cells', () => {
    expect(importRowOf({ line: 2, cells: ['"Rosa,rosa'], isBroken: true }, mapping).username).toBe('"Rosa,rosa');
  });

  it('drop the error values of formulas, and keep formulas as text', () => {
    expect(importRowOf({ line: 2, cells: ['#N/A', 'rosa', '=1+1'] }, mapping).values).toEqual(['', '=1+1']);
  });

  it('drop the apostrophe that exports put before a value that looks like a formula', () => {
    const cells = ["'@harbor.cafe", 'rosa', "'Tis"];
    expect(importRowOf({ line: 2, cells }, mapping).values).toEqual(['@harbor.cafe', "'Tis"]);
  });

  it('are not padded with empty cells if all columns are wanted, so that they stay small', () => {
    const all = { headerLine: null, usernameColumn: 0, valueColumns: 'others' } as const;
    expect(importRowOf({ line: 1, cells: ['@rosa'] }, all)).toEqual({ line: 1, username: '@rosa' });
    expect(importRowOf({ line: 2, cells: ['@rosa', '@mara'] }, all).values).toEqual(['@mara']);
  });

  it('come in chunks limited by row count and size, without the header', async () => {
    const short = Array.from({ length: importChunkRows + 2 }, (_, index) => ({
      line: index + 1,
      cells: ['', `n${index}`],
    }));
    expect((await chunks(short)).map((rows) => rows.length)).toEqual([importChunkRows, 1]);

    const long = Array.from({ length: 1500 }, (_, index) => ({
      line: index + 2,
      cells: ['東'.repeat(700), `n${index}`],
    }));
    const parts = await chunks(long);
    expect(parts.flat()).toHaveLength(1500);
    for (const rows of parts) {
      expect(new TextEncoder().encode(JSON.stringify({ from: 1_000_000, rows })).length).toBeLessThanOrEqual(
        importChunkBytes,
      );
    }
  });
});
