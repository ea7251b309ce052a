import type { Random } from '../random.ts';

const keptOfEach = 200;

/** IDs from earlier responses, by the kind of record that they identify, so that later requests can use IDs that exist. */
export class KnownValues {
  readonly #byNoun = new Map<string, unknown[]>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Remembers the IDs in a response. `noun` is the kind of record that a field named `id` identifies. */
  learn(answer: unknown, noun: string): void {
    if (Array.isArray(answer)) {
      for (const item of answer) this.learn(item, noun);
      return;
    }
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      const isId = typeof value === 'number' || typeof value === 'string';
      if (name === 'id' && isId) this.#keep(noun, value);
      else if ((name.endsWith('_id') || name === 'fence') && isId) this.#keep(singular(name), value);
      else this.learn(value, Array.isArray(value) || isPlain(value) ? singular(name) : noun);
    }
  }

  /** Clears all IDs, because new callers own different records. */
  forget(): void {
    this.#byNoun.clear();
  }

  /**
   * Picks a known ID for a parameter, field or path segment with this name, such as `list_id`, `profiles_used` or `campaigns`. Returns
   * undefined if none is known.
   */
  pickFor(name: string): unknown {
    const exact = this.#byNoun.get(singular(name));
    const related = exact ?? [...this.#byNoun].find(([noun]) => name.includes(noun))?.[1];
    return related === undefined ? undefined : this.#random.pick(related);
  }

  #keep(noun: string, value: unknown): void {
    const kept = this.#byNoun.get(noun) ?? [];
    this.#byNoun.set(noun, kept);
    if (kept.includes(value)) return;
    if (kept.length < keptOfEach) kept.push(value);
    else kept[this.#random.below(keptOfEach)] = value;
  }
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Returns the noun in a name: `campaign` for both `campaigns` and `campaign_id`. */
function singular(name: string): string {
  return name
    .replace(/_ids?$/, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
}
