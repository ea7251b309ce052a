import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';

/* This module is only loaded when somebody types a new password, because the list of common passwords is large. */

const estimator = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });

export type Strength = {
  /** From 0, guessed immediately, to 4, very hard to guess. */
  level: 0 | 1 | 2 | 3 | 4;
  /** Whether it is one of the most common passwords, even if capitalized differently or with digits in place of letters. */
  isCommon: boolean;
};

/** Estimates a password's strength. `known` is what an attacker knows about this user, such as the username. */
export function strengthOf(password: string, known: readonly string[]): Strength {
  const { score, sequence } = estimator.check(password, [...known]);
  const [only] = sequence;
  const dictionary: unknown = only?.pattern === 'dictionary' ? only['dictionaryName'] : undefined;
  const isCommon = sequence.length === 1 && typeof dictionary === 'string' && dictionary.startsWith('passwords');
  return { level: score, isCommon };
}
