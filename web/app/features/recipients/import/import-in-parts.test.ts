import { isColumnHeader } from '@sandpiper/contract/usernames';
import { describe, expect, it } from 'vitest';
import { beginImport, importNames, importPartSize, type ImportState } from './import-in-parts.ts';

const names = Array.from({ length: importPartSize * 2 + 10 }, (_, index) => ({
  line: index * 2 + 1,
  value: `n${index}`,
}));
const idle = new AbortController().signal;

function result(added: number, rejectedLine?: number) {
  const rejected = rejectedLine === undefined ? [] : [{ line: rejectedLine, value: 'x', reason: 'No' }];
  return { added, duplicates: 1, invalid: rejected.length, rejected };
}

describe('an import', () => {
  it('goes in parts, adds their results up and counts rejected lines in the file', async () => {
    const parts: number[] = [];
    const progress: number[] = [];
    const end = await importNames({
      names,
      state: beginImport(names.length),
      signal: idle,
      send: (part) => {
        parts.push(part.length);
        return Promise.resolve(result(part.length - 2, 4));
      },
      onProgress: ({ sent }) => progress.push(sent),
    });
    expect(parts).toEqual([importPartSize, importPartSize, 10]);
    expect(progress).toEqual([importPartSize, importPartSize * 2, names.length]);
    expect(end).toMatchObject({ added: names.length - 6, duplicates: 3, invalid: 3 });
    expect(end.rejected.map(({ line }) => line)).toEqual([7, importPartSize * 2 + 7, importPartSize * 4 + 7]);
  });

  it('reports a person at the start of a later part that the server takes for a column header', async () => {
    const people = names.map((name, index) => (index === importPartSize ? { ...name, value: 'account' } : name));
    const end = await importNames({
      names: people,
      state: beginImport(people.length),
      signal: idle,
      send: (part) => Promise.resolve(isColumnHeader(part[0] ?? '') ? result(part.length - 2, 1) : result(part.length)),
      onProgress: () => undefined,
    });
    expect(end.invalid).toBe(1);
    expect(end.rejected.map(({ line }) => line)).toEqual([people[importPartSize]?.line]);
  });

  it('stops at a failed part and continues from there', async () => {
    let reached: ImportState = beginImport(names.length);
    const onProgress = (state: ImportState) => {
      reached = state;
    };
    const send = (part: string[]) =>
      part[0] === 'n0' ? Promise.resolve(result(part.length)) : Promise.reject(new Error('down'));
    await expect(importNames({ names, state: reached, signal: idle, send, onProgress })).rejects.toThrow('down');
    expect(reached.sent).toBe(importPartSize);

    const sentLater: string[] = [];
    const end = await importNames({
      names,
      state: reached,
      signal: idle,
      send: (part) => {
        sentLater.push(part[0] ?? '');
        return Promise.resolve(result(part.length));
      },
      onProgress,
    });
    expect(sentLater).toEqual([`n${importPartSize}`, `n${importPartSize * 2}`]);
    expect(end.sent).toBe(names.length);
  });

  it('stops between two parts when canceled', async () => {
    const controller = new AbortController();
    const end = await importNames({
      names,
      state: beginImport(names.length),
      signal: controller.signal,
      send: (part) => {
        controller.abort();
        return Promise.resolve(result(part.length));
      },
      onProgress: () => undefined,
    });
    expect(end.sent).toBe(importPartSize);
  });
});
