const words = ['ana', 'shop', 'foto', 'life', 'music', 'travel', 'art', 'real', 'maria', 'luca', 'style', 'home'];
const more = ['food', 'sun', 'sea', 'run', 'yoga', 'kids', 'dog', 'cat', 'ink', 'hair', 'nails', 'cars', 'by', 'the'];

/** Returns realistic usernames, all different, and the same in every run. */
export function usernames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const first = words[index % words.length];
    const second = more[Math.floor(index / words.length) % more.length];
    // Spread out, so that neighbors on the list aren't neighbors in the alphabet.
    const number = (index * 7919) % 1_000_003;
    return `${first}${index % 3 === 0 ? '.' : '_'}${second}${number}`;
  });
}
