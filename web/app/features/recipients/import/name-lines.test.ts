import { describe, expect, it } from 'vitest';
import { namesIn, namesInFile } from './name-lines.ts';

describe('names to import', () => {
  it('are one a line; blank lines are dropped, and each keeps the number of its line', () => {
    expect(namesIn('rosa\r\n\n  @mara \n\t\nolive')).toEqual([
      { line: 1, value: 'rosa' },
      { line: 3, value: '@mara' },
      { line: 5, value: 'olive' },
    ]);
  });

  it.each(['', '  ', '\n\n \n'])('are none in %j', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it('come from the first column of a sheet', () => {
    expect(namesInFile('people.csv', '\ufeff"rosa",12\nmara;13\n,14')).toEqual([
      { line: 1, value: 'rosa' },
      { line: 2, value: 'mara' },
    ]);
    expect(namesInFile('people.txt', 'a,b')).toEqual([{ line: 1, value: 'a,b' }]);
  });
});
