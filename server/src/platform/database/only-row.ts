/** Returns the row of a query that always returns one, because it aggregates or only evaluates expressions. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The query returned no row');
  return row;
}
