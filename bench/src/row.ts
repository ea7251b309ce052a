/**
 * A measurement of Sandpiper and of its yardstick. Each round adds one number for Sandpiper to `ours` and one for the yardstick to
 * `theirs`.
 */
export type Line = {
  what: string;
  yardstick: string;
  unit: string;
  ours: number[];
  theirs: number[];
  /**
   * The target for the ratio of Sandpiper's number to the yardstick's. It applies to the median of all rounds. Null if this line is only
   * for information.
   */
  aim: { atLeast: number } | { atMost: number } | null;
};

export type Effort = { isQuick: boolean; rounds: number };

export type Row = { name: string; what: string; measure: (effort: Effort) => Promise<Line[]> };

/**
 * Measures Sandpiper and its yardstick alternately. Each round swaps the order, because whichever runs second has the advantage
 * of a warm machine.
 */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Pick<Line, 'ours' | 'theirs'>> {
  const figures: Pick<Line, 'ours' | 'theirs'> = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    const both = [async () => figures.ours.push(await ours()), async () => figures.theirs.push(await theirs())];
    for (const measure of round % 2 === 0 ? both : both.toReversed()) await measure();
  }
  return figures;
}
