import { accountKinds } from './account-kinds.ts';
import { campaignKinds } from './campaign-kinds.ts';
import type { ExportKind } from './export-kind.ts';
import { peopleKinds } from './people-kinds.ts';
import { supportKinds, userKinds } from './user-kinds.ts';

/*
 * What an export of all data contains, and what it leaves out. A test checks that every table with user data is in one of the two
 * lists below.
 */

export const exportKinds: readonly ExportKind[] = [
  ...userKinds,
  ...accountKinds,
  ...campaignKinds,
  ...peopleKinds,
  ...supportKinds,
];

/** Tables with user data that aren't exported, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  person_tags: "The people file lists each person's tags.",
  list_counts: 'Totals calculated from the recipients, who are exported.',
  list_fillings: 'Progress of copying people from lists to other lists. The people are exported.',
  import_chunks: 'Rows being uploaded. They are exported as import rows once they are checked.',
  people_change_items:
    'Values from before a change, kept for 24 hours so that the change can be undone. People and lists are exported as they are now.',
  claims: 'Which computer is sending which message right now. The messages themselves are exported.',
  shared_sends: 'Pairs of accounts whose earlier messages count toward the limits of both. They contain no other data.',
  forgotten_people: 'Keyed hashes of forgotten people. They contain nothing readable.',
  agent_pairings: 'Short-lived codes that connect a computer. The computers are exported.',
  installer_tickets: 'Hashes of short-lived secrets for downloading the agent.',
  two_factor_secrets: 'Secrets that generate sign-in codes.',
  password_resets: 'Hashes of password reset secrets that are valid for half an hour.',
  recovery_codes: 'Hashes of codes that can be used instead of the authenticator app.',
  sign_in_challenges: 'Hashes of short-lived secrets that complete a sign-in.',
  outgoing_mails: 'Unsent emails, which contain secret links. The notices in them are exported.',
  background_jobs: 'Progress of background work. The data it works on is exported.',
  data_exports: 'The export itself.',
  data_export_chunks: 'The export itself.',
};
