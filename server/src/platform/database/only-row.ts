/** Returns the first row of a query that should always return one. Throws if there is none. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The query returned no row');
  return row;
}
