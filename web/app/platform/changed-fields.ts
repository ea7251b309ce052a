/** Returns whether two JSON values are equal. Expects objects to have their fields in the same order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns the fields of `after` whose values differ from those in `before`. A form sends only these fields, so that it doesn't undo
 * changes that were made elsewhere while it was open.
 */
export function changedFields<T extends object>(
  before: { readonly [Field in keyof T]: unknown },
  after: T,
): Partial<T> {
  const changes: Partial<T> = { ...after };
  for (const field in changes) {
    if (isSameJson(before[field], changes[field])) delete changes[field];
  }
  return changes;
}
