/** An Instagram name with its @; a long one breaks rather than widening the table. */
export function Username({ name }: { name: string }) {
  return <span style={{ overflowWrap: 'anywhere' }}>@{name}</span>;
}
