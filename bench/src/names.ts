const words = ['ana', 'shop', 'foto', 'life', 'music', 'travel', 'art', 'real', 'maria', 'luca', 'style', 'home'];
const more = ['food', 'sun', 'sea', 'run', 'yoga', 'kids', 'dog', 'cat', 'ink', 'hair', 'nails', 'cars', 'by', 'the'];

/** Returns distinct, realistic usernames. They are the same in every run. */
export function usernames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const first = words[index % words.length];
    const second = more[Math.floor(index / words.length) % more.length];
    // The multiplication scatters the names, so that neighbors in a list aren't neighbors in the alphabet.
    const number = (index * 7919) % 1_000_003;
    return `${first}${index % 3 === 0 ? '.' : '_'}${second}${number}`;
  });
}
