import { countByPerson, hasEnded, namesIn, untilCampaign, wholeList, wholeLog } from '../campaign-truth.ts';
import { namesOf, planCampaign } from '../campaign-world.ts';
import { faultPeople, faultSeeds, firstFaultSeed } from '../config.ts';
import { newPerson } from '../people.ts';
import { expect, test } from '../stack.ts';

/** Everything that can go wrong with a page, a chat or a message without stopping the account, and people of every kind. */
const chances = {
  slow_page: 0.05,
  page_error: 0.03,
  connection_reset: 0.03,
  truncated_page: 0.02,
  slow_chat: 0.05,
  chat_error: 0.03,
  late_history: 0.05,
  late_search: 0.1,
  late_profile_buttons: 0.05,
  prompt_on_load: 0.05,
  prompt_later: 0.05,
  prompt_mid_click: 0.05,
  prompt_mid_typing: 0.05,
  prompt_before_enter: 0.05,
  prompt_takes_enter: 0.05,
  harmless_try_again: 0.03,
  connection_lost_after_send: 0.04,
  // Two or three in a row stop an account, so these are rare enough for long runs.
  failed_bubble: 0.025,
  connection_lost_on_send: 0.025,
  stuck_sending: 0.01,
  swallowed: 0.02,
  late_refusal: 0.04,
  dies_after_send: 0.06,
  hidden_bubble: 0.05,
  text_stays: 0.03,
  late_bubble: 0.05,
  slow_sending: 0.05,
  full_page_thread: 0.3,
  composer_cannes: 0.3,
  composer_textarea: 0.2,
  list_grid: 0.2,
  list_presentation: 0.2,
  history_rearranges: 0.2,
  leftover_chat: 0.2,
  search_checkboxes: 0.3,
  live_region: 0.3,
  private: 0.05,
  message_in_menu: 0.05,
  message_button_missing: 0.05,
  business_interstitial: 0.05,
  one_message_only: 0.1,
  chat_words: 0.05,
  no_requests: 0.05,
  limited: 0.03,
  cannot_message: 0.03,
  wrote_first: 0.03,
  instagram_user: 0.02,
  invite_pending: 0.03,
};

const neverKnown = 'It is not known whether this message was sent';

/** What stops one of the three accounts for good, half-way through its share; the seed decides. */
const objections = [
  'action_blocked',
  'limit_after_send',
  'challenge',
  'rate_limit',
  'limit_without_bubble',
  'suspended',
  'rate_limit_restrict',
  'challenge_on_send',
  'captcha',
  'wait_few_minutes',
  'signed_out_on_send',
  'checkpoint',
  'daily_limit',
  'too_many_requests',
  'scraping_warning',
  'rate_limit_on_load',
  'strange_notice',
  'disabled',
  'consent',
];

for (let seed = firstFaultSeed; seed < firstFaultSeed + faultSeeds; seed += 1) {
  test(`whatever goes wrong, nobody is written to twice or lost (seed ${seed})`, async ({ stack }) => {
    test.setTimeout(Math.max(10, faultPeople) * 60_000);
    const [{ url }, sandbox] = await Promise.all([stack.startServer(), stack.startSandbox()]);
    const maria = await newPerson(url);
    const people = namesOf(faultPeople);
    const missing = ['gone.for.good'];
    const { profilesDir } = stack;
    const {
      campaignId: id,
      listId,
      agentToken,
    } = await planCampaign(maria, sandbox, {
      profilesDir,
      accounts: 3,
      languages: ['en', 'es', 'ko'],
      people,
      missing,
    });
    await sandbox.faults({ seed, chances });
    const name = objections[seed % objections.length];
    await sandbox.faults({ name, account: 'shore.bird.3', after: Math.ceil(faultPeople / 6) });
    await maria.call('POST /api/campaigns/:id/start', { params: { id } });
    stack.startAgent({ server: url, sandbox, token: agentToken });
    const campaign = await untilCampaign(maria.call, id, hasEnded, Math.max(9, faultPeople) * 60_000);

    const delivered = countByPerson(await sandbox.deliveries());
    const logs = await wholeLog(maria.call, id);
    const list = await wholeList(maria.call, listId);
    const withStatus = (...statuses: string[]) =>
      list
        .filter(({ status }) => statuses.includes(status))
        .map(({ recipient }) => recipient)
        .toSorted();
    expect(
      [...delivered.values()].filter((count) => count > 1),
      'written to twice',
    ).toEqual([]);
    // What the stopped account left unanswered, only its user can look up: that is said, and nobody else writes to them.
    const unanswered = logs.filter(({ message }) => message?.includes(neverKnown) === true).map((log) => log.recipient);
    const sure = [...delivered.keys()].filter((person) => !unanswered.includes(person));
    expect(unanswered.length, 'never known').toBeLessThanOrEqual(3);
    expect(withStatus('sent'), 'said to be sent, and what was delivered').toEqual(sure.toSorted());
    expect(namesIn(logs, 'message_sent')).toEqual(withStatus('sent'));
    expect(namesIn(logs, 'message_failed')).toEqual(withStatus('failed', 'not_found'));
    expect(withStatus('not_found')).toEqual(missing);
    expect(campaign.status).toBe('completed');
    expect(withStatus('pending'), 'lost').toEqual([]);
    expect(campaign).toMatchObject({
      total_list: people.length + missing.length,
      total_sent: sure.length,
      total_failed: people.length + missing.length - sure.length,
    });
  });
}
