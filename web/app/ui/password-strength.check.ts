import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';

/* Loaded only when a user types a new password, because the dictionaries of common passwords are large. */

const estimator = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });

export type Strength = {
  /** From 0 (guessed immediately) to 4 (very hard to guess). */
  level: 0 | 1 | 2 | 3 | 4;
  /** Whether this is a common password, possibly reversed, capitalized differently, or with digits or symbols in place of letters. */
  isCommon: boolean;
};

/** Estimates a password's strength. `known` contains words that an attacker could try for this user, such as the username. */
export function strengthOf(password: string, known: readonly string[]): Strength {
  const { score, sequence } = estimator.check(password, [...known]);
  const [only] = sequence;
  const dictionary: unknown = only?.pattern === 'dictionary' ? only['dictionaryName'] : undefined;
  const isCommon = sequence.length === 1 && typeof dictionary === 'string' && dictionary.startsWith('passwords');
  return { level: score, isCommon };
}
