import { describe, expect, it } from 'vitest';
import { isTable, namesIn } from './pasted-names.ts';

const valuesIn = (text: string) => namesIn(text).map(({ value }) => value);

describe('pasted usernames', () => {
  it.each([
    ['one per line', 'anna\n\nben', ['anna', 'ben']],
    ['in one line', 'anna.a, ben.b; carl.c', ['anna.a', 'ben.b', 'carl.c']],
    ['with @, several per line', '@anna, @ben\n@carl', ['@anna', '@ben', '@carl']],
    ['with @, in cells of one row', '@anna\t@ben', ['@anna', '@ben']],
    ['with a comma at the end of each line', 'anna,\nben,', ['anna', 'ben']],
  ])('can be written %s', (_how, text, names) => {
    expect(valuesIn(text)).toEqual(names);
    expect(isTable(namesIn(text))).toBe(false);
  });

  it('keep their line numbers', () => {
    expect(namesIn('@anna, @ben\n\n@carl').map(({ line }) => line)).toEqual([1, 1, 3]);
  });

  it('are treated as a table if they have several columns', () => {
    expect(isTable(namesIn('anna,Anna\nben,Ben'))).toBe(true);
    expect(isTable(namesIn('@anna\tAnna\n@ben\tBen'))).toBe(true);
    expect(isTable(namesIn('anna\tAsked us to stop'))).toBe(true);
  });
});
