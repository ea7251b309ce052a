/** An Instagram username with @. A long one wraps, so that it doesn't widen the table; a usual one fits on one line. */
export function Username({ name }: { name: string }) {
  return (
    <span style={{ display: 'inline-block', minWidth: 'min(8rem, 30vw)', overflowWrap: 'anywhere' }}>@{name}</span>
  );
}
