import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';

/* Loaded only when somebody types a new password: the list of common passwords is large. */

const estimator = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });

export type Strength = {
  /** From 0, guessed at once, to 4. */
  level: 0 | 1 | 2 | 3 | 4;
  /** It is on the list of the most common passwords, perhaps with other capitals or with digits for letters. */
  isCommon: boolean;
};

/** `known`: what an attacker knows about this user, such as the username. */
export function strengthOf(password: string, known: readonly string[]): Strength {
  const { score, sequence } = estimator.check(password, [...known]);
  const [only] = sequence;
  const dictionary: unknown = only?.pattern === 'dictionary' ? only['dictionaryName'] : undefined;
  const isCommon = sequence.length === 1 && typeof dictionary === 'string' && dictionary.startsWith('passwords');
  return { level: score, isCommon };
}
