import { exportedListHeaders } from '@sandpiper/contract/exported-lists';
import { expect, it } from 'vitest';
import { proposeColumns } from './column-choices.ts';

it('of an exported list, only the list’s variables are imported as variables, under their own names', () => {
  const headers = [...exportedListHeaders('Europe/Berlin'), 'city', 'status'];
  const person = ['ana', 'Sent', '30-11-2026 15:22', 'https://www.instagram.com/ana/', 'Lisbon', 'guest'];
  const other = ['ben', 'Pending', '30-11-2026 15:22', 'https://www.instagram.com/ben/', 'Porto', 'host'];
  const rows = [headers, person, other].map((cells, index) => ({ line: index + 1, cells }));
  const uses = proposeColumns(rows, 1).map(({ use, name }) => (use === 'variable' ? name : use));
  expect(uses).toEqual(['username', 'ignore', 'ignore', 'ignore', 'city', 'status']);
});
