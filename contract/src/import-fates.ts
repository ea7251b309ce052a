import { columnHeaderRule, sitePageRule, usernameRule } from './usernames.ts';
import { variableValueRule } from './list-variables.ts';

/* What happens to the rows of an import. This file doesn't depend on zod, so the web app can import it. */

/** What can happen to a row. Each row gets the first fate that applies, in this order. */
export const importFates = [
  'invalid',
  'repeated',
  'do_not_contact',
  'on_this_list',
  'contacted',
  'on_other_list',
  'new',
] as const;
export type ImportFate = (typeof importFates)[number];

/** Rows with these fates are imported only if the user chooses to import them. */
export const optionalFates = ['contacted', 'on_other_list'] as const satisfies readonly ImportFate[];
export type OptionalFate = (typeof optionalFates)[number];

/** Why a row is invalid. */
export const importProblemCodes = [
  'no_username',
  'not_a_username',
  'not_a_person',
  'column_header',
  'value_too_long',
  'unreadable',
] as const;
export type ImportProblem = (typeof importProblemCodes)[number];

export const importProblems: Readonly<Record<ImportProblem, string>> = {
  no_username: 'This row has no username.',
  not_a_username: `This isn't a username. ${usernameRule}.`,
  not_a_person: sitePageRule,
  column_header: columnHeaderRule,
  value_too_long: `A value in this row is too long. ${variableValueRule}.`,
  unreadable: "This row can't be read.",
};

/** Problems that the web app's file reader reports when it sends a row. */
export const readerProblems = ['value_too_long', 'unreadable'] as const satisfies readonly ImportProblem[];
