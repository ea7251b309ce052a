import type { Edit } from './edits.ts';
import type { Plant } from './plant.ts';

const both = ['embedded', 'postgres'] as const;
const states = 'src/delivery-states.ts';
const openClaims = 'deliveries/open-claims.store.ts';
const campaignDeletion = 'campaigns/campaign-deletion.store.ts';

/** Edits that make the server identify a claim only by a number. A database that has lost its last commits issues the same number again. */
const claimedByNumber: readonly Edit[] = [
  {
    file: 'deliveries/claiming.service.ts',
    from: 'claimId: randomUUID(),',
    to: "claimId: `00000000-0000-4000-8000-${String(next.id * 1000 + next.releases + next.failures).padStart(12, '0')}`,",
  },
  { file: states, from: 'own.installationId === other.installationId &&', to: '' },
  { file: states, from: 'own.profileId === other.profileId', to: 'true' },
  {
    file: 'sending/commit.service.ts',
    from: 'delivery.claim_id === held.claimId && delivery.installation_id === held.installationId;',
    to: 'delivery.claim_id === held.claimId;',
  },
];

/* Mistakes in rules about claims and their outcomes. */
export const ledgerPlants: readonly Plant[] = [
  {
    name: 'claimed_twice',
    says: 'Two campaigns can claim the same person at once.',
    stores: both,
    statements: ['ALTER TABLE claims DROP CONSTRAINT claims_user_id_recipient_key'],
    edits: [
      {
        file: 'deliveries/deliveries.store.ts',
        from: `const isFree = sql<boolean>\`NOT EXISTS (SELECT FROM claims c
  WHERE c.user_id = deliveries.user_id AND c.recipient = deliveries.recipient)\`;`,
        to: 'const isFree = sql<boolean>`true`;',
      },
    ],
  },
  {
    name: 'claim_number_given_again',
    says: 'A claim is identified only by a number, which is used again after the database has lost commits.',
    stores: both,
    edits: claimedByNumber,
  },
  {
    name: 'report_by_delivery_alone',
    says: "A report about an earlier claim counts as a report about the person's current claim.",
    stores: both,
    edits: [
      {
        file: states,
        from: 'if (!matches(before.claim, event.claim)) return null;\n  const { status }',
        to: 'const { status }',
      },
    ],
  },
  {
    name: 'unknown_back_to_pending',
    says: 'A message that may have been sent is given to another account once its lease has expired.',
    stores: both,
    edits: [
      {
        file: states,
        from: "return status === 'claimed' ? backInQueue(before, 'lease_lost') : null;",
        to: "return status === 'claimed' || status === 'committed' ? backInQueue(before, 'lease_lost') : null;",
      },
      { file: openClaims, from: '.set({ expires_at: null, check_at: now })', to: '.set({ check_at: now })' },
      {
        file: openClaims,
        from: ".where('committed_at', 'is', null)\n    .$if(installationId === null",
        to: '.$if(installationId === null',
      },
      {
        file: openClaims,
        from: ".where('committed_at', 'is', null)\n    .where('expires_at', '<', now)",
        to: ".where('expires_at', '<', now)",
      },
    ],
  },
  {
    name: 'released_without_limit',
    says: 'A person who is returned without an attempt goes back to the front of the queue immediately, any number of times.',
    stores: both,
    edits: [
      { file: states, from: 'if (releases >= releasesPerRound * 3)', to: 'if (releases < 0)' },
      {
        file: states,
        from: 'const isRoundOver = releases % releasesPerRound === 0;',
        to: 'const isRoundOver = false;',
      },
      {
        file: 'sending/pacing.ts',
        from: 'return scaledSeconds(config, Math.min(firstRestSeconds * 2 ** Math.max(0, timesInARow - 1), longestRestSeconds));',
        to: 'return scaledSeconds(config, 0 * timesInARow * firstRestSeconds * longestRestSeconds);',
      },
    ],
  },
  {
    name: 'skip_without_log',
    says: 'A person is skipped without a line in the log.',
    stores: both,
    edits: [
      {
        file: 'deliveries/deliveries.service.ts',
        from: 'else await writeLog(change, campaign, entry, added);',
        to: "else if (status === 'skipped') await count(change, campaign, added); else await writeLog(change, campaign, entry, added);",
      },
    ],
  },
  {
    name: 'counter_off',
    says: 'Failures are not counted.',
    stores: both,
    edits: [{ file: 'deliveries/deliveries.service.ts', from: 'failed: to.failed - from.failed,', to: 'failed: 0,' }],
  },
  {
    name: 'give_up_off',
    says: 'The server never gives up on a message without a report.',
    stores: both,
    edits: [
      {
        file: 'sending/sending-sweep.service.ts',
        from: 'listLongUnreported(app.db, oneDay(app.config))',
        to: 'listLongUnreported(app.db, oneDay(app.config) * 1000)',
      },
    ],
  },
  {
    name: 'two_removers',
    says: 'Two servers can delete the same campaign at the same time.',
    stores: ['postgres'],
    edits: [
      {
        file: campaignDeletion,
        from: "or([eb('deletion', '=', deletion), eb('deleting_until', 'is', null), eb('deleting_until', '<', now)]),",
        to: "or([eb('deletion', '=', deletion), eb('deleted_at', 'is not', null)]),",
      },
      {
        file: campaignDeletion,
        from: `.where('deleted_at', 'is not', null)
    .where(({ or, eb }) => or([eb('deleting_until', 'is', null), eb('deleting_until', '<', now)]))
    .execute();`,
        to: ".where('deleted_at', 'is not', null)\n    .execute();",
      },
      {
        file: campaignDeletion,
        from: "not(exists(selectFrom('deliveries')",
        to: "not(exists(selectFrom('deliveries').where('id', '<', 0)",
      },
    ],
  },
  {
    name: 'commit_stored_after_answer',
    says: 'The go-ahead is given before it is on disk.',
    stores: ['embedded'],
    edits: [{ file: 'sending/commit.service.ts', from: 'if (answer.may_send) await app.syncToDisk();', to: '' }],
  },
];
