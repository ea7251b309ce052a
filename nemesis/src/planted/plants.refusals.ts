import type { Plant } from './plant.ts';

const both = ['embedded', 'postgres'] as const;
const accountRules = 'guard/sending-rules.service.ts';
const personRules = 'deliveries/person-rules.ts';

const plant = (name: string, says: string, edit: Plant['edits'][number]): Plant => ({
  name,
  says,
  stores: both,
  edits: [edit],
});

/* Mistakes that each remove one of the reasons why the server refuses a claim or a go-ahead. */
export const refusalPlants: readonly Plant[] = [
  plant('ceiling_off', 'No account has a daily limit.', {
    file: accountRules,
    from: "facts.ceilingEndsAt === null ? undefined : wait('daily_ceiling', nextTimeToSend(facts))",
    to: "facts.ceilingEndsAt !== '' ? undefined : wait('daily_ceiling', nextTimeToSend(facts))",
  }),
  plant('campaign_not_running_off', 'A paused or stopped campaign still gets its go-ahead.', {
    file: accountRules,
    from: "isCampaignRunning ? undefined : wait('campaign_not_running')",
    to: "isCampaignRunning !== null ? undefined : wait('campaign_not_running')",
  }),
  plant('account_inactive_off', 'An account that was switched off still sends.', {
    file: accountRules,
    from: "sender.is_active ? undefined : wait('account_inactive')",
    to: "sender.is_active !== null ? undefined : wait('account_inactive')",
  }),
  plant('account_busy_off', 'An account with a claim in progress gets another claim.', {
    file: accountRules,
    from: "busyUntil === null ? undefined : wait('account_busy', busyUntil)",
    to: "busyUntil !== '' ? undefined : wait('account_busy', busyUntil)",
  }),
  plant('not_pending_off', 'A person who is no longer pending on the list is messaged.', {
    file: personRules,
    from: "if (facts.list_status !== 'pending') return 'not_pending';",
    to: '',
  }),
  plant('cool_off_off', 'A person who was just contacted is messaged again.', {
    file: personRules,
    from: "if (facts.is_cooling_off) return 'cool_off';",
    to: '',
  }),
  plant('conversation_off', 'A person who has written to another account is messaged.', {
    file: personRules,
    from: "return facts.has_conversation && policy.skip_conversations ? 'conversation' : null;",
    to: 'return null;',
  }),
];
