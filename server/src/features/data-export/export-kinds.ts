import { accountKinds } from './account-kinds.ts';
import { campaignKinds } from './campaign-kinds.ts';
import type { ExportKind } from './export-kind.ts';
import { peopleKinds } from './people-kinds.ts';
import { supportKinds, userKinds } from './user-kinds.ts';

/* What an export of all data contains and what it leaves out. A test compares this with the tables in the database. */

export const exportKinds: readonly ExportKind[] = [
  ...userKinds,
  ...accountKinds,
  ...campaignKinds,
  ...peopleKinds,
  ...supportKinds,
];

/** Tables with users' rows that aren't exported as files, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  person_tags: 'The file of people has the tags of each.',
  list_counts: 'Sums over recipients, which are exported.',
  list_fillings: 'How far a list that is made of others is. The people on it are exported.',
  import_chunks: 'Rows on their way. They are exported as import rows once they are checked.',
  people_change_items:
    'How it was before a change, for 24 hours, to undo it. People and lists are exported as they are.',
  claims: 'Which computer holds which delivery right now. The deliveries are exported.',
  shared_sends: 'Until when two accounts pause after each other. It holds no data of its own.',
  forgotten_people: 'Keyed hashes of people who were forgotten. Nothing in them can be read.',
  agent_pairings: 'Codes that connect a computer, for a few minutes. The computers are exported.',
  installer_tickets: 'Secrets that download the agent, for a few minutes.',
  two_factor_secrets: 'Secrets that make the codes for signing in.',
  password_resets: 'Hashes of secrets that set a new password, for half an hour.',
  recovery_codes: 'Hashes of secrets that sign in.',
  sign_in_challenges: 'Hashes of secrets that end a sign-in, for a few minutes.',
  outgoing_mails: 'Mails that are being sent. Their links are secrets; the notices are exported.',
  background_jobs: 'How far work in the background is. What it is about is exported.',
  data_exports: 'The export itself.',
  data_export_chunks: 'The export itself.',
};
