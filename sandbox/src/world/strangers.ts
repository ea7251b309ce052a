const firstNames = ['wren', 'juno', 'otis', 'mira', 'theo', 'ines', 'hugo', 'lena', 'ravi', 'sofi'];
const places = ['harbour', 'meadow', 'atlas', 'studio', 'cycles', 'pottery', 'bakes', 'north', 'garden', 'coast'];

/** Returns a username for someone who writes to an account but wasn't set up by the test. The same index always gives the same name. */
export function strangerName(index: number): string {
  const first = firstNames[index % firstNames.length] ?? 'wren';
  const place = places[Math.floor(index / firstNames.length) % places.length] ?? 'harbour';
  const round = Math.floor(index / (firstNames.length * places.length));
  return round === 0 ? `${first}.${place}` : `${first}.${place}.${round + 1}`;
}
