import { exportedListHeaders } from '@sandpiper/contract/exported-lists';
import { describe, expect, it } from 'vitest';
import { proposeColumns, withFirstValues, withUse, type ColumnChoice } from './column-choices.ts';

const rowsOf = (...rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }));
const usesOf = (columns: readonly ColumnChoice[]) => columns.map(({ use, name }) => (use === 'variable' ? name : use));

describe('an exported list', () => {
  const headers = [...exportedListHeaders('Europe/Berlin'), 'city', 'status'];
  const person = ['ana', 'Sent', '30-11-2026 15:22', 'https://www.instagram.com/ana/'];

  it('has only its variables imported as variables, under their own names', () => {
    const other = ['ben', 'Pending', '30-11-2026 15:22', 'https://www.instagram.com/ben/', 'Porto', 'host'];
    const sample = rowsOf(headers, [...person, 'Lisbon', 'guest'], other);
    const uses = usesOf(proposeColumns({ sample, headerLine: 1, firstValues: [] }));
    expect(uses).toEqual(['username', 'ignore', 'ignore', 'ignore', 'city', 'status']);
  });

  it('keeps variables whose names look like those of other columns', () => {
    const names = ['column_2', 'a__b', 'a_b'];
    const sample = rowsOf([...headers.slice(0, 4), ...names], [...person, 'x', 'y', 'z']);
    expect(usesOf(proposeColumns({ sample, headerLine: 1, firstValues: [] })).slice(4)).toEqual(names);
  });

  it('keeps a variable that nobody has a value for', () => {
    const sample = rowsOf(headers, [...person, '', 'guest']);
    expect(usesOf(proposeColumns({ sample, headerLine: 1, firstValues: [] })).slice(4)).toEqual(['city', 'status']);
  });
});

describe('a column without a value among the first rows', () => {
  const sample = rowsOf(['Username', 'City', 'Street', ''], ['@ana'], ['@ben']);
  const headerLine = 1;
  const early = proposeColumns({ sample, headerLine, firstValues: [] });
  const firstValues = ['@cleo', 'Porto', '', 'x', 'y'];

  it('is ignored until a value is found below them', () => {
    expect(usesOf(early)).toEqual(['username', 'ignore', 'ignore', 'ignore']);
    const counted = withFirstValues(early, { sample, headerLine, firstValues });
    expect(usesOf(counted)).toEqual(['username', 'city', 'ignore', 'ignore', 'ignore']);
    expect(counted.map(({ samples }) => samples)).toEqual([['@ana', '@ben', '@cleo'], ['Porto'], [], ['x'], ['y']]);
  });

  it('keeps the use and the name that the user has chosen meanwhile', () => {
    const renamed = withUse(early, 1, 'username').map((column) => ({ ...column, name: `my_${column.index}` }));
    const counted = withFirstValues(renamed, { sample, headerLine, firstValues });
    expect(counted.map(({ use }) => use)).toEqual(['ignore', 'username', 'ignore', 'ignore', 'ignore']);
    expect(counted[1]?.name).toBe('my_1');
  });
});
