/** An Instagram username with @. A long one wraps, so that it doesn't widen the table. */
export function Username({ name }: { name: string }) {
  return <span style={{ overflowWrap: 'anywhere' }}>@{name}</span>;
}
