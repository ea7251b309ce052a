/** The header of the column that links to people's Instagram profiles, in exported tables. */
export const profileLinkHeader = 'Link to profile';

/** Returns the headers of an exported list's first columns. They are followed by a column for each of the list's variables. */
export function exportedListHeaders(timezone: string): [string, string, string, string] {
  return ['Username', 'Status', `Added (${timezone})`, profileLinkHeader];
}

/** Checks whether a table has the headers of an exported list, whatever the time zone. */
export function isExportedList(headers: readonly string[]): boolean {
  const timezone = /^Added \((.+)\)$/.exec(headers[2] ?? '')?.[1];
  return timezone !== undefined && exportedListHeaders(timezone).every((header, index) => header === headers[index]);
}
