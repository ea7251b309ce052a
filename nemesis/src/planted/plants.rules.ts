import type { Plant } from './plant.ts';

const both = ['embedded', 'postgres'] as const;
const rules = 'guard/sending-rules.service.ts';

/* Mistakes in rules about people and accounts. */
export const rulePlants: readonly Plant[] = [
  {
    name: 'same_message_off',
    says: 'A person who already got a message can get it again from another campaign.',
    stores: both,
    edits: [
      {
        file: 'deliveries/person-rules.ts',
        from: "if (facts.got_same_text && !policy.allow_repeat) return 'same_message';",
        to: '',
      },
    ],
  },
  {
    name: 'not_forbidden_at_commit',
    says: 'The server does not check the do-not-contact list right before Enter.',
    stores: both,
    edits: [
      {
        file: 'sending/commit.service.ts',
        from: 'const judged = await judgePerson({ change, campaign }, delivery);',
        to: `const asked = await judgePerson({ change, campaign }, delivery);
  const isForbidden = asked.refusal?.reason === 'do_not_contact';
  const judged = isForbidden ? { refusal: null, text: textOfClaim(campaign, delivery) } : asked;`,
      },
    ],
  },
  {
    name: 'hold_not_asked_at_commit',
    says: 'The server does not check right before Enter whether the account is on hold.',
    stores: both,
    edits: [
      {
        file: rules,
        from: 'commit: [...campaignMaySend, ...countsAllow],',
        to: 'commit: [...campaignMaySend.filter((rule) => rule !== accountIsNotHeld), ...countsAllow],',
      },
    ],
  },
  {
    name: 'pace_only_in_agent',
    says: 'The agent alone decides the pause between two messages.',
    stores: both,
    edits: [
      {
        file: rules,
        from: 'claim: [...campaignMaySend, ...countsAllow, accountIsFree, accountIsDue],',
        to: 'claim: [...campaignMaySend, ...countsAllow, accountIsFree],',
      },
    ],
  },
  {
    name: 'second_computer_stops',
    says: "Every computer is offered every account, and a computer without the account's Firefox profile stops the account.",
    stores: both,
    edits: [
      {
        file: rules,
        from: "return sender.installation_id === installationId ? undefined : wait('wrong_computer');",
        to: "return installationId === '' ? wait('wrong_computer') : undefined;",
      },
      {
        file: 'sending/senders.store.ts',
        from: 'AND p.installation_id = ${installationId} AND p.is_active',
        to: "AND ${installationId}::text <> '' AND p.is_active",
      },
      {
        file: 'sending/result.service.ts',
        from: 'return { after, stop };',
        to: "return { after, stop: stop ?? (reason === 'profile_not_here' ? 'unexpected_pages' : null) };",
      },
    ],
  },
  {
    name: 'one_person_stops_all',
    says: 'A dialog caused by one person stops every account that sees it.',
    stores: both,
    edits: [
      {
        file: 'sending/account-streaks.ts',
        from: 'return { streaks, stop: isReleased ? null : stopOf(streaks) };',
        to: "return { streaks, stop: reason === 'unexpected_dialog' ? 'unexpected_pages' : stopOf(streaks) };",
      },
    ],
  },
  {
    name: 'frozen_server_holds_all',
    says: 'Nothing releases the locks of a frozen server.',
    stores: ['postgres'],
    edits: [
      { file: 'database/database.ts', from: 'lock_timeout: timeouts.lock,', to: '' },
      { file: 'database/database.ts', from: 'statement_timeout: timeouts.statement,', to: '' },
      {
        file: 'database/database.ts',
        from: 'idle_in_transaction_session_timeout: timeouts.idleInTransaction,',
        to: '',
      },
    ],
  },
];
